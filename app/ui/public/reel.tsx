import { Fragment, type ReactNode } from "react";

export type ReelItem = { title: string; text?: string; frame: ReactNode };

/** Five frames in turn until one is chosen, with CSS alone. Reduced motion keeps the first, print shows all. */
export function Reel({
  name,
  label,
  look,
  items,
}: {
  name: string;
  label: string;
  look: "walk" | "quotes";
  items: [ReelItem, ReelItem, ReelItem, ReelItem, ReelItem];
}) {
  return (
    <div className={`reel reel-${look}`}>
      <div className="reel-stage">
        {items.map(({ title, frame }) => (
          <div className="reel-frame" key={title}>
            {frame}
          </div>
        ))}
      </div>
      <div className="reel-choice" role="radiogroup" aria-label={label}>
        {items.map(({ title, text }, index) => (
          <Fragment key={title}>
            <label className="reel-item">
              <input type="radio" name={name} value={index + 1} />
              <b>{title}</b> {text}
            </label>{" "}
          </Fragment>
        ))}
        <label className="reel-play">
          <input type="radio" name={name} value="0" defaultChecked />
          Play all
        </label>
      </div>
    </div>
  );
}
