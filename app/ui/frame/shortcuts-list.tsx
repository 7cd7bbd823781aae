import { SHORTCUTS } from "~/domain/account/shortcuts";

export function ShortcutsList() {
  return (
    <ul className="rows">
      {SHORTCUTS.map(({ key, does }) => (
        <li key={key}>
          {does} <kbd>{key}</kbd>
        </li>
      ))}
    </ul>
  );
}
