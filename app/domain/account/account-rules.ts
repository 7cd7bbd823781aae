import { parseWithZod } from "@conform-to/zod/v4";
import {
  changePasswordSchema,
  confirmPasswordSchema,
  loginSchema,
  newPasswordSchema,
  resetSchema,
  secondStepSchema,
  signupSchema,
} from "./account-schema";

type Form = { formData: FormData };

export const signupRules = ({ formData }: Form) => parseWithZod(formData, { schema: signupSchema });
export const loginRules = ({ formData }: Form) => parseWithZod(formData, { schema: loginSchema });
export const confirmPasswordRules = ({ formData }: Form) => parseWithZod(formData, { schema: confirmPasswordSchema });
export const resetRules = ({ formData }: Form) => parseWithZod(formData, { schema: resetSchema });
export const newPasswordRules = ({ formData }: Form) => parseWithZod(formData, { schema: newPasswordSchema });
export const changePasswordRules = ({ formData }: Form) => parseWithZod(formData, { schema: changePasswordSchema });
export const secondStepRules = ({ formData }: Form) => parseWithZod(formData, { schema: secondStepSchema });
