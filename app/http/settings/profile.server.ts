import type { User } from "~/domain/account/account";
import { updateProfile } from "~/domain/account/profile.server";
import { profileSchema } from "~/domain/account/profile-schema";
import { readForm } from "~/http/form.server";
import type { RequestContext } from "~/http/request-context.server";
import { redirectWithToast } from "~/http/toast.server";
import { catchUnexpected } from "~/http/unexpected.server";

const FAILED = { title: "Update failed", form: "There was an error updating your profile. Please try again." };
const SAVED = { title: "Profile updated" };
const ALL_BUT_EMAIL = { title: "Email not changed yet", description: "Everything else in your profile is saved." };

/** A new email is confirmed on a page of its own. */
export async function saveProfile(user: User, request: Request, context: RequestContext): Promise<Response> {
  const form = await readForm(request, profileSchema);
  if (!form.ok) return form.response;
  const { email, ...profile } = form.value;
  return catchUnexpected(context, form.refuse, FAILED, async () => {
    await updateProfile(user, profile);
    if (email === user.email) return redirectWithToast("/settings/profile", SAVED);
    return redirectWithToast(`/settings/email?${new URLSearchParams({ to: email })}`, ALL_BUT_EMAIL);
  });
}
