import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { homeStyles } from "~/styles/sheets";
import { CreateButton } from "~/ui/home/create-button";
import { Hero } from "~/ui/home/hero";
import { Journey } from "~/ui/home/journey";
import { Testimonials } from "~/ui/home/testimonials";
import { ThreeSteps } from "~/ui/home/three-steps";
import { VaultTypes } from "~/ui/home/vault-types";
import { NewsletterForm } from "~/ui/newsletter/newsletter-form";
import { FinalCall } from "~/ui/public/final-call";
import { PublicPage } from "~/ui/public/public-page";
import { useChrome } from "~/ui/shell/chrome";
import { describePage } from "~/ui/shell/describe-page";

export const handle = { isDescribed: true, hydrate: false, hasScript: true };

/** Redirects signed-in users to their vaults; links inside the app use `/?home`. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await context.viewer();
  const isAskedFor = new URL(request.url).searchParams.has("home");
  if (viewer && !isAskedFor) return redirect("/dashboard");
  return json({ signedIn: viewer !== undefined });
}

export const links = homeStyles;

export const meta: MetaFunction = ({ matches }) =>
  describePage(matches, {
    title: "Amberkeep | Write it today. It arrives years from now.",
    description:
      "Letters, photos, voices and films, kept safe and delivered to the one you choose, on the day you choose.",
    path: "/",
  });

export default function HomeRoute() {
  const { signedIn } = useLoaderData<typeof loader>();
  const chrome = useChrome();
  return (
    <PublicPage chrome={chrome}>
      <div className="home">
        <Hero signedIn={signedIn} />
        <VaultTypes />
        <div className="home-later">
          <ThreeSteps />
          <Journey />
          <Testimonials />
          <section aria-labelledby="newsletter">
            <h2 id="newsletter">A letter from us, now and then</h2>
            <NewsletterForm path={chrome.path} />
          </section>
          <FinalCall signedIn={signedIn} title="Who would you write to?" />
          <CreateButton />
        </div>
      </div>
    </PublicPage>
  );
}
