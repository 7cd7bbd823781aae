import { Icon, type IconName } from "../base/icons";

const OTHERS: IconName[] = ["photo", "audio", "letter", "photo"];

export function Prints({ name }: { name: string }) {
  return (
    <div className="prints" aria-hidden="true">
      {OTHERS.map((icon, index) => (
        <span key={`${icon}${index.toString()}`} className="print">
          <span className="print-window">
            <Icon name={icon} size={22} />
          </span>
        </span>
      ))}
      <span className="print print-own">
        <span className="print-window">
          <Icon name="plus" />
        </span>
        <span className="print-name" dir="auto">
          {name}
        </span>
      </span>
    </div>
  );
}
