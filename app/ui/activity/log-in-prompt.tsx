import { ButtonLink } from "../base/button";

export function LogInPrompt({ href }: { href: string }) {
  return (
    <div className="standalone">
      <h1>Activity</h1>
      <p className="lede">Please log in to see what is on its way, and what has arrived.</p>
      <p className="actions">
        <ButtonLink href={href}>Log in</ButtonLink>
      </p>
    </div>
  );
}
