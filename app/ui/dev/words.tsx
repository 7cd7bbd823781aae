import { Badge } from "../base/badge";
import { Button } from "../base/button";
import { Card } from "../base/card";
import { Confirm } from "../base/confirm";
import { EmptyState } from "../base/empty-state";
import { Facts } from "../base/facts";
import { Notice } from "../base/notice";
import { PageHead } from "../base/page-head";
import { ProgressBar } from "../base/progress";
import { Tabs } from "../base/tabs";
import { ErrorPage } from "../frame/error-page";
import { NotFound } from "../frame/not-found";
import { Toast } from "../frame/toast";
import { long, rightToLeft, unbroken } from "./samples";
import { Section } from "./section";

export function Words() {
  return (
    <>
      <Section id="badges" title="Badges">
        <div className="actions">
          <Badge>2 weeks</Badge>
          <Badge tone="glow">Sealed</Badge>
          <Badge tone="good">Delivered</Badge>
          <Badge tone="bad">Waiting for an address</Badge>
          <Badge>{unbroken}</Badge>
        </div>
      </Section>
      <Section id="toasts" title="Toasts">
        <Toast title="Memory Created" description="Your memory has been scheduled for future delivery." />
        <Toast title="Logged out" />
        <Toast kind="error" title="Failed to Save Memory" description={`${long}. ${unbroken}`} />
      </Section>
      <Section id="notices" title="Notices">
        <Notice title="Someone has kept something for you">
          <p>We have sent a code to l…@example.org. It works for 10 minutes.</p>
        </Notice>
        <Notice kind="success">
          <p>Your address is confirmed.</p>
        </Notice>
        <Notice kind="warning" title="Please confirm your address">
          <p>
            Your vaults wait for it: nothing is delivered in your name before.{" "}
            <a href="#notices">Send the link again</a>
          </p>
        </Notice>
        <Notice kind="error" title="This link is no longer good">
          <p>It was used, or it is older than a day. Ask for a new one below.</p>
        </Notice>
      </Section>
      <Section id="heads" title="Page heads">
        <PageHead
          back={{ href: "#heads", label: "Change Memory Type" }}
          kicker="Friday, November 20, 2026"
          title="Create a New Memory"
          lede="Say what happens and when."
        />
        <PageHead title={unbroken} />
        <PageHead title={rightToLeft} />
      </Section>
      <Section id="tabs" title="Tabs">
        <Tabs
          label="Memories"
          tabs={[
            { href: "#pending", label: "Pending Memories", count: 4, isCurrent: true },
            { href: "#delivered", label: "Delivered Memories", count: 12, isCurrent: false },
            { href: "#replies", label: "Replies", count: 0, isCurrent: false },
            { href: "#all", label: "All", isCurrent: false },
          ]}
        />
      </Section>
      <Section id="facts" title="Facts and progress">
        <Card title="On your wedding day">
          <Facts
            items={[
              { label: "Recipient", value: "Mia Berger, mia@example.org" },
              { label: "Delivery", value: "June 14, 2044, 09:00 in Berlin" },
              { label: "Created", value: "November 20, 2026" },
              { label: "Note", value: unbroken },
              { label: "Title", value: rightToLeft },
            ]}
          />
        </Card>
        <ProgressBar label="0 of 5 vaults used" value={0} max={5} />
        <ProgressBar label="4 of 5 vaults used" value={4} max={5} />
        <ProgressBar label="5 of 5 vaults used" value={5} max={5} />
      </Section>
      <Section id="empty" title="Empty states">
        <EmptyState
          headingLevel="h3"
          title="Nothing is waiting yet"
          action={{ href: "/create", label: "Create A Vault Now" }}
        >
          Write to someone you love, or to yourself. Your first vault is free.
        </EmptyState>
        <EmptyState headingLevel="h3" title="No replies so far" />
      </Section>
      <Section id="confirm" title="Confirm">
        <Confirm
          headingLevel="h3"
          title="Seal “On your wedding day”?"
          action="/dev/ui"
          confirm={<Button>Seal it</Button>}
          cancel={{ href: "#confirm", label: "Not yet" }}
        >
          <p>From then on nobody can read or change it, you included, until June 14, 2044. This cannot be undone.</p>
          <p className="small">You can still correct the address, or cancel.</p>
        </Confirm>
      </Section>
      <Section id="not-found" title="Not found">
        <NotFound isSignedIn headingLevel="h3" />
      </Section>
      <Section id="error" title="Something went wrong">
        <ErrorPage headingLevel="h3" reference="req_8fj2k1" retryHref="#error" />
      </Section>
    </>
  );
}
