import { useEffect } from "react";
import { SHORTCUTS_COOKIE } from "~/domain/account/shortcuts";
import { Button, ButtonLink } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { Icon } from "../base/icons";
import { Mark } from "../base/mark";
import { type ChromeUser, greetingName, initialOf } from "./chrome";
import { closeMenuOnEscape } from "./close-menu";
import {
  accountLinks,
  createVaultLink,
  homeLinks,
  isCurrentPage,
  type Link,
  logInLink,
  signUpLink,
  vaultLinks,
} from "./navigation";

export function Header({ viewer, path }: { viewer: ChromeUser | null; path: string }) {
  useShortcuts(viewer !== null);
  useEffect(closeMenuOnEscape, []);
  const links = viewer ? [...homeLinks, ...vaultLinks] : [...homeLinks, logInLink];
  const call = viewer ? createVaultLink : signUpLink;
  return (
    <header className="site-header">
      <a className="logo" href="/?home">
        <Mark />
        <span>Amberkeep</span>
      </a>{" "}
      <details className={viewer ? "menu" : "menu menu-narrow"}>
        <summary>
          <span className="menu-bars">
            <Icon name="menu" />
          </span>
          {viewer && (
            <span className="menu-initial" aria-hidden="true">
              {initialOf(viewer.name)}
            </span>
          )}{" "}
          <span className="visually-hidden">Menu</span>
        </summary>
      </details>
      {/* Outside of the menu, since wide screens show its links in the header. */}
      <div className="menu-sheet">
        <nav className="site-nav" aria-label="Main">
          <NavList links={links} path={path} />
        </nav>
        {viewer && <Account viewer={viewer} path={path} />}
      </div>
      <ButtonLink href={call.href} aria-current={isCurrentPage(call.href, path) ? "page" : undefined}>
        {call.label}
      </ButtonLink>
    </header>
  );
}

function NavList({ links, path }: { links: Link[]; path: string }) {
  if (links.length === 0) return null;
  return (
    <ul>
      {links.map((link) => (
        <li key={link.href}>
          <a href={link.href} aria-current={isCurrentPage(link.href, path) ? "page" : undefined}>
            {link.label}
          </a>
        </li>
      ))}
    </ul>
  );
}

function Account({ viewer, path }: { viewer: ChromeUser; path: string }) {
  return (
    <div className="menu-account">
      <div className="menu-greeting">
        <p dir="auto">{`Hello, ${greetingName(viewer.name)}`}</p>
        <p className="small">{viewer.email}</p>
      </div>
      <NavList links={accountLinks} path={path} />
      <form method="post" action="/logout">
        <CsrfField />
        <Button variant="quiet">Log out</Button>
      </form>
    </div>
  );
}

/** Single-key shortcuts, except in form fields. Their code loads on first use. */
function useShortcuts(isOn: boolean): void {
  useEffect(() => {
    let isLeft = false;
    function onKey(event: KeyboardEvent) {
      const { key, target } = event;
      if (!["/", "c", "?"].includes(key) || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if ((target as Element).closest?.("input,textarea,select,[contenteditable],dialog[open]")) return;
      if (!isOn || document.cookie.includes(SHORTCUTS_COOKIE)) return;
      event.preventDefault();
      import("./press-shortcut").then(
        ({ pressShortcut }) => isLeft || pressShortcut(key),
        () => {},
      );
    }
    addEventListener("keydown", onKey);
    return () => {
      isLeft = true;
      removeEventListener("keydown", onKey);
    };
  }, [isOn]);
}
