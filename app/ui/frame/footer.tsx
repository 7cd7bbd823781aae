import { Mark } from "../base/mark";
import type { Chrome } from "./chrome";
import {
  createVaultLink,
  homeLinks,
  type Link,
  legalLinks,
  logInLink,
  readingLinks,
  shortcutsLink,
  signUpLink,
  vaultLinks,
} from "./navigation";
import { ZoomSwitch } from "./zoom-switch";

export function Footer({ viewer, path, zoom, contact }: Pick<Chrome, "viewer" | "path" | "zoom" | "contact">) {
  const links = viewer
    ? [...homeLinks, ...readingLinks, ...vaultLinks, createVaultLink, shortcutsLink]
    : [...homeLinks, ...readingLinks, logInLink, signUpLink];
  return (
    <footer className="site-footer">
      <div className="site-footer-inner">
        <div className="colophon">
          <p className="logo">
            <Mark />
            <span>Amberkeep</span>
          </p>
          <p>Kept safe until the day you chose.</p>
        </div>
        <FooterNav title="Navigation" links={links} />
        <FooterNav title="Legal" links={legalLinks} />
        <div>
          <h2>Contact</h2>
          <p>
            <a href={contact ? `mailto:${contact}` : "/contact"}>{contact ?? "Write to us"}</a>
          </p>
          <ZoomSwitch zoom={zoom} path={path} />
        </div>
      </div>
    </footer>
  );
}

function FooterNav({ title, links }: { title: string; links: Link[] }) {
  const id = `footer-${title.toLowerCase()}`;
  return (
    <nav aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className="footer-links">
        {links.map((link) => (
          <li key={link.href}>
            <a href={link.href}>{link.label}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
