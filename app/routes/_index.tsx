import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { homeStyles } from "~/styles/sheets";
import { Page } from "~/ui/frame/page";
import { Hero } from "~/ui/home/hero";
import { ThreeSteps } from "~/ui/home/three-steps";
import { VaultTypes } from "~/ui/home/vault-types";
import { useChrome } from "~/ui/shell/chrome";

export const handle = { hydrate: false };

/** Redirects signed-in users to their vaults; links inside the app use `/?home`. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await context.viewer();
  const isAskedFor = new URL(request.url).searchParams.has("home");
  if (viewer && !isAskedFor) return redirect("/dashboard");
  return json({ signedIn: viewer !== undefined });
}

export const links = homeStyles;

export const meta: MetaFunction = () => [
  { title: "Amberkeep | Write it today. It arrives years from now." },
  {
    name: "description",
    content: "Letters, photos, voices and films, kept safe and delivered to the one you choose, on the day you choose.",
  },
];

export default function HomeRoute() {
  const { signedIn } = useLoaderData<typeof loader>();
  return (
    <Page chrome={useChrome()}>
      <div className="home">
        <Hero signedIn={signedIn} />
        <VaultTypes />
        <ThreeSteps />
      </div>
    </Page>
  );
}
