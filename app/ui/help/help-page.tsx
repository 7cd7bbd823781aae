import { PageHead } from "../base/page-head";
import { HelpChat, type HelpChatProps } from "./help-chat";
import { type PageLink, PageList } from "./page-list";
import { HELP_SCRIPT_URL } from "./script-url";

type Section = { section: string; title: string; pages: PageLink[] };

function QuestionDrawing() {
  return (
    <svg className="drawing" viewBox="0 0 220 170" width="220" height="170" aria-hidden="true">
      <path className="drawing-sheet" d="m30 76 74-50c5-3 7-3 12 0l74 50z" />
      <path className="drawing-sheet" d="M54 112V22h112v90" />
      <path className="drawing-faint" d="M68 40h34M68 52h24M132 88h20" />
      <path className="drawing-amber" d="M110 30c7 10 20 20 20 34a20 20 0 0 1-40 0c0-14 13-24 20-34Z" />
      <path d="M104 59c0-8 12-8 12 0 0 5-6 5-6 10m0 6v.2" className="drawing-crack" />
      <path className="drawing-sheet" d="M30 76v80h160V76l-80 56z" />
      <path className="drawing-faint" d="m30 156 58-44m102 44-58-44" />
      <path className="drawing-dashed" d="M10 164h200" />
    </svg>
  );
}

export function HelpPage({
  mostAsked,
  sections,
  ...chat
}: HelpChatProps & { mostAsked: PageLink[]; sections: Section[] }) {
  return (
    <>
      <div className="help-top">
        <div>
          <PageHead title="How can we help?" lede="Ask a question, or look through the pages below." />
          <QuestionDrawing />
          <p>
            Rather talk to a person? <a href="/contact">Write to us</a>.
          </p>
        </div>
        <HelpChat {...chat} />
      </div>
      <section className="help-most" aria-labelledby="most">
        <h2 id="most">Asked most</h2>
        <PageList pages={mostAsked} />
      </section>
      <section aria-labelledby="all">
        <h2 id="all" className="help-all">
          All questions
        </h2>
        <div className="help-sections">
          {sections.map(({ section, title, pages }) => (
            <details key={section} className="help-section">
              <summary>
                <h3>{title}</h3> <span className="small">{pages.length} questions</span>
              </summary>
              <PageList pages={pages} />
            </details>
          ))}
        </div>
      </section>
      <script type="module" src={HELP_SCRIPT_URL} />
    </>
  );
}
