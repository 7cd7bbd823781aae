import { expect, it, vi } from "vitest";
import { log } from "~/services/log.server";
import { receiveContactMessage } from "./contact-message.server";

it("writes the message and the address into the operator's log", () => {
  const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
  const contact = { name: "Anna", email: "anna@example.org", message: "The code never came." };
  receiveContactMessage("r-1", contact);
  expect(warn).toHaveBeenCalledWith({ requestId: "r-1", contact }, "a message from the contact form");
  warn.mockRestore();
});
