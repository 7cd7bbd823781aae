export const NAME_MISSING = "Please enter a name";
export const EMAIL_MISSING = "Please enter an email address";
export const RELATIONSHIP_MISSING = "Please choose how you are related";
const MISSING = [NAME_MISSING, EMAIL_MISSING, RELATIONSHIP_MISSING];

export const MISSING_INFORMATION = {
  title: "Missing information",
  description: "Please fill in all required fields.",
};

export const hasMissingField = (errors: string[]) => errors.some((error) => MISSING.includes(error));
