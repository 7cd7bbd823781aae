/** The page that mails a link to a new address of the account. */
export const newEmailHref = (email: string) => `/settings/email?${new URLSearchParams({ to: email })}`;
