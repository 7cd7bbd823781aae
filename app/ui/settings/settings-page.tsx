import { Button } from "../base/button";
import { CsrfField } from "../base/csrf-field";
import { Icon } from "../base/icons";
import { PageHead } from "../base/page-head";

type Link = { href: string; label: string; about: string };

const GROUPS: { title: string; links: Link[] }[] = [
  {
    title: "You",
    links: [
      { href: "/settings/profile", label: "Profile", about: "Your name, email and time zone." },
      { href: "/settings/password", label: "Password", about: "Choose a new one." },
      { href: "/settings/sign-in", label: "Ways to log in", about: "Passkeys, login links and codes from an app." },
      {
        href: "/settings/sessions",
        label: "Devices and security",
        about: "Where you’re logged in, and what happened lately.",
      },
    ],
  },
  {
    title: "Your vaults",
    links: [
      { href: "/settings/plan", label: "Plans", about: "How many vaults you can have." },
      { href: "/settings/billing", label: "Billing", about: "What you’ve bought, with receipts." },
      { href: "/settings/legacy-contacts", label: "Legacy Contacts", about: "People who help when a delivery fails." },
    ],
  },
  {
    title: "Privacy",
    links: [
      { href: "/settings/notifications", label: "Notifications", about: "Which emails you get from us." },
      { href: "/settings/privacy", label: "Privacy", about: "Who can see and find you." },
      {
        href: "/settings/data-privacy",
        label: "Data and privacy",
        about: "Take your data with you, or delete your account.",
      },
    ],
  },
];

export function SettingsPage({ name, email }: { name: string; email: string }) {
  return (
    <>
      <PageHead
        title="Settings"
        lede={
          <>
            <span dir="auto">{name}</span>, <span dir="auto">{email}</span>
          </>
        }
      />
      <div className="stack">
        {GROUPS.map(({ title, links }) => (
          <section key={title} className="settings-group" aria-label={title}>
            <h2>{title}</h2>
            <ul className="settings-links">
              {links.map((link) => (
                <SettingsLink key={link.href} {...link} />
              ))}
            </ul>
          </section>
        ))}
        <form method="post" action="/logout">
          <CsrfField />
          <Button variant="quiet">Log out</Button>
        </form>
      </div>
    </>
  );
}

function SettingsLink({ href, label, about }: Link) {
  return (
    <li>
      <a href={href}>
        <span className="settings-name">{label}</span> <span className="small">{about}</span>
        <Icon name="next" size={20} />
      </a>
    </li>
  );
}
