import { useRouteError } from "@remix-run/react";
import { type ComponentProps, useContext } from "react";
import { ErrorPage } from "../frame/error-page";
import { SentFormContext } from "./sent-form";

/** Chromium, Firefox and Safari each have their own words for a request that got no response. */
const NO_RESPONSE = /fetch|^Load failed/;

const NO_CONNECTION = {
  // The log knows nothing of it.
  reference: "",
  title: "We couldn’t reach Amberkeep",
  message: "Please check your connection and try again. Your vaults are safe, and so are their days.",
};

/**
 * For the error boundary of a route. Blames the connection if the page could not be loaded because of it. After a form
 * that was sent without script, it has the form again.
 */
export function RouteErrorPage(words: ComponentProps<typeof ErrorPage>) {
  const error = useRouteError();
  const isUnreached = error instanceof TypeError && NO_RESPONSE.test(error.message);
  const sent = useContext(SentFormContext);
  return <ErrorPage {...words} sent={sent} {...(isUnreached && NO_CONNECTION)} />;
}
