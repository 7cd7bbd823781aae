/** A draft's form, or the form of a scheduled vault. */
export const editVaultHref = (id: string) => `/create?edit=true&id=${id}`;
