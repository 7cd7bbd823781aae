import { PERMISSIONS, type Permissions } from "~/domain/legacy/legacy";
import { PERMISSION_LABELS } from "~/domain/legacy/legacy-words";
import { Choice } from "../base/choice";

export function PermissionChecks({
  idPrefix,
  legend,
  checked,
}: {
  idPrefix: string;
  legend: string;
  checked: Permissions;
}) {
  return (
    <fieldset className="checks">
      <legend>{legend}</legend>
      {PERMISSIONS.map((permission) => (
        <Choice
          key={permission}
          id={`${idPrefix}-${permission}`}
          type="checkbox"
          name={permission}
          defaultChecked={checked[permission]}
          {...PERMISSION_LABELS[permission]}
        />
      ))}
    </fieldset>
  );
}
