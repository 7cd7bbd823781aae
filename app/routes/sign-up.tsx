import { type LoaderFunctionArgs, redirect } from "@remix-run/node";

export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  query.set("mode", "signup");
  return redirect(`/auth?${query}`);
}
