import { Badge } from "../base/badge";
import { Postmark } from "../base/postmark";
import { Stamp, type VaultKind } from "../base/stamp";

const types: { kind: VaultKind; href: string; title: string; text: string; badge: string; day: string }[] = [
  {
    kind: "letter",
    href: "/create?type=send-to-someone&step=form",
    title: "A vault to send to someone",
    text: "Create a memory vault to send to someone special",
    badge: "To someone you love",
    day: "2044-06-14",
  },
  {
    kind: "board",
    href: "/create?type=memory-board&step=form",
    title: "Memory Board",
    text: "Create a shared memory board for events",
    badge: "Everyone adds",
    day: "2031-08-02",
  },
  {
    kind: "future",
    href: "/create?type=future-self&step=form",
    title: "Future Self",
    text: "Send a message to your future self",
    badge: "To yourself",
    day: "2036-11-20",
  },
];

export function VaultTypes() {
  return (
    <section aria-labelledby="vault-types">
      <h2 id="vault-types">Three ways to keep a moment</h2>
      <div className="vault-grid">
        {types.map((type) => (
          <article className="envelope" key={type.kind}>
            <div className="envelope-face">
              <div className="envelope-address">
                <h3 className="envelope-title">
                  <a href={type.href}>{type.title}</a>
                </h3>
                <p>{type.text}</p>
              </div>
              <div className="envelope-top">
                <Badge>{type.badge}</Badge>
                <span className="franking">
                  <Postmark day={type.day} />
                  <Stamp kind={type.kind} />
                </span>
              </div>
            </div>
          </article>
        ))}
      </div>
    </section>
  );
}
