import { PERMISSIONS, type Permissions } from "~/domain/legacy/legacy";
import { PERMISSION_LABELS } from "~/domain/legacy/legacy-words";

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
      {PERMISSIONS.map((permission) => {
        const id = `${idPrefix}-${permission}`;
        const { label, hint } = PERMISSION_LABELS[permission];
        return (
          <div className="field" key={permission}>
            <label className="check" htmlFor={id}>
              <input
                id={id}
                type="checkbox"
                name={permission}
                defaultChecked={checked[permission]}
                aria-describedby={`${id}-hint`}
              />
              <span>{label}</span>
            </label>
            <p className="field-hint" id={`${id}-hint`}>
              {hint}
            </p>
          </div>
        );
      })}
    </fieldset>
  );
}
