import { Button, ButtonLink } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { Icon } from "../base/icons";
import { Mark } from "../base/mark";
import { greetingName, type Viewer } from "./chrome";
import { accountLinks, createLink, homeLinks, isCurrent, logInLink, signUpLink, vaultLinks } from "./navigation";
import { useShortcuts } from "./shortcuts";

type Link = { href: string; label: string };

export function Header({ viewer, path }: { viewer: Viewer | null; path: string }) {
  useShortcuts(viewer !== null);
  const links = viewer ? [...homeLinks, ...vaultLinks] : [...homeLinks, logInLink];
  const call = viewer ? createLink : signUpLink;
  return (
    <header className="site-header">
      <a className="logo" href="/?home">
        <Mark />
        <span>Amberkeep</span>
      </a>
      <nav className="site-nav" aria-label="Main">
        <NavList links={links} path={path} />
      </nav>
      <ButtonLink href={call.href} aria-current={isCurrent(call.href, path) ? "page" : undefined}>
        {call.label}
      </ButtonLink>
      <details className={viewer ? "menu" : "menu menu-narrow"}>
        <summary>
          <span className="menu-bars">
            <Icon name="menu" />
          </span>
          {viewer && (
            <span className="menu-initial" aria-hidden="true">
              {greetingName(viewer.name).slice(0, 1).toUpperCase()}
            </span>
          )}
          <span className="visually-hidden">Menu</span>
        </summary>
        <div className="menu-sheet">
          {viewer && (
            <div className="menu-greeting">
              <p dir="auto">Hello, {greetingName(viewer.name)}</p>
              <p className="small">{viewer.email}</p>
            </div>
          )}
          <nav className="menu-nav" aria-label="Main">
            <NavList links={[...links, call]} path={path} />
          </nav>
          {viewer && <Account path={path} />}
        </div>
      </details>
    </header>
  );
}

function NavList({ links, path }: { links: Link[]; path: string }) {
  if (links.length === 0) return null;
  return (
    <ul>
      {links.map((link) => (
        <li key={link.href}>
          <a href={link.href} aria-current={isCurrent(link.href, path) ? "page" : undefined}>
            {link.label}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Account({ path }: { path: string }) {
  return (
    <div className="menu-account">
      <NavList links={accountLinks} path={path} />
      <form method="post" action="/logout">
        <CsrfField />
        <Button variant="quiet">Log out</Button>
      </form>
    </div>
  );
}
