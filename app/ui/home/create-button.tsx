import { ButtonLink } from "../base/button";
import { Icon } from "../base/icons";

/** Floats over the page once its beginning is out of view. */
export function CreateButton() {
  return (
    <p className="create-button">
      <ButtonLink href="/create">
        <Icon name="plus" size={20} />
        Create A Vault Now
      </ButtonLink>
    </p>
  );
}
