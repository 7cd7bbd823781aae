import { Forms } from "~/ui/gallery/forms";
import { sections } from "~/ui/gallery/section";
import { Time } from "~/ui/gallery/time";
import { Vaults } from "~/ui/gallery/vaults";
import { Words } from "~/ui/gallery/words";
import { PageHead } from "~/ui/page-head";

export const handle = { hydrate: false };

/** A living page: every component in every state, for people who change them to look at. */
export default function DevUi() {
  return (
    <>
      <PageHead title="Every component, in every state" lede="Try it narrow, dark, zoomed, printed, and by keyboard." />
      <nav className="actions" aria-label="On this page">
        {sections.map((section) => (
          <a key={section} href={`#${section}`}>
            {section}
          </a>
        ))}
      </nav>
      <Vaults />
      <Time />
      <Forms />
      <Words />
    </>
  );
}
