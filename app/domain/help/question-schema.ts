import { z } from "zod";

export const QUESTION_MAX_LENGTH = 1_000;

export const questionSchema = z.object({
  question: z
    .string({ error: "Please type your question." })
    .trim()
    .min(1, "Please type your question.")
    .max(QUESTION_MAX_LENGTH, `Please use at most ${QUESTION_MAX_LENGTH} characters.`),
});
