import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { dateIn, formatDate } from "~/domain/calendar/delivery-date";
import { contactSchema } from "~/domain/legacy/contact-schema";
import { type AddResult, addContact, type ContactRequest, listContacts } from "~/domain/legacy/contacts.server";
import { CONTACTS_MAX } from "~/domain/legacy/legacy";
import { RELATIONSHIP_LABELS } from "~/domain/legacy/legacy-words";
import { type FormRefusal, readForm } from "~/http/form.server";
import { rateLimited } from "~/http/rate-limit.server";
import { requireUser } from "~/http/session.server";
import { redirectWithToast } from "~/http/toast.server";
import { Page } from "~/ui/frame/page";
import { ContactsPage } from "~/ui/legacy/contacts-page";
import { useChrome } from "~/ui/shell/chrome";
import { useLastResult } from "~/ui/shell/unsent-form";

const ADDED = { title: "Contact added", description: "We’ve sent them an invitation." };

const REFUSALS: Record<Extract<AddResult, { ok: false }>["reason"], FormRefusal> = {
  self: { fields: { email: "This is your own address. Please choose someone else." } },
  taken: { fields: { email: "Someone with this address is already one of your legacy contacts." } },
  too_many: { form: `You have ${CONTACTS_MAX} legacy contacts already. Please remove one first.` },
  unverified: { form: "Please confirm your own email first: your dashboard can send you the link." },
};

export async function loader({ context }: LoaderFunctionArgs) {
  const user = await requireUser(context);
  const contacts = await listContacts(user);
  return json({
    contacts: contacts.map(({ relationship, waits, ...contact }) => ({
      ...contact,
      relationship: RELATIONSHIP_LABELS[relationship],
      waits: waits.map((wait) => ({
        title: wait.title,
        sentence: sentenceOf(wait, user.timeZone),
        stopHref: `/legacy-stop/${wait.stopLink}`,
      })),
    })),
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const user = await requireUser(context);
  const form = await readForm(request, contactSchema);
  if (!form.ok) return form.response;
  const keys = { mail_ip: context.clientIp, invitations_account: user.id } as const;
  const refusal = await rateLimited({ ...keys, mail_recipient: `contact:${form.value.email}` });
  if (refusal) return form.refuse(refusal);
  const added = await addContact(user, form.value);
  return added.ok ? redirectWithToast("/settings/legacy-contacts", ADDED) : form.refuse(REFUSALS[added.reason]);
}

function sentenceOf({ kind, isOpen, opensAt }: ContactRequest, zone: string): string {
  if (isOpen) return kind === "view" ? "They can read it now." : "They have a copy of it.";
  const day = formatDate(dateIn(zone, opensAt));
  return kind === "view" ? `They asked to read it, and can from ${day}.` : `They’ll get a copy of it on ${day}.`;
}

export { keepUnsentForm as clientAction, preserveUnsentForm as shouldRevalidate } from "~/ui/shell/unsent-form";

export const meta: MetaFunction = () => [{ title: "Legacy Contacts | Amberkeep" }];

export default function LegacyContactsRoute() {
  const { contacts } = useLoaderData<typeof loader>();
  const lastResult = useLastResult();
  return (
    <Page chrome={useChrome()} width="form">
      <ContactsPage contacts={contacts} lastResult={lastResult} />
    </Page>
  );
}
