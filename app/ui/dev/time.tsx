import { Card } from "../base/card";
import { Letter } from "../base/letter";
import { ComingUp } from "../vault/coming-up";
import { HistoryList } from "../vault/history-list";
import { long, rightToLeft, unbroken } from "./samples";
import { Section } from "./section";

export function Time() {
  return (
    <>
      <Section id="thread" title="A thread of time">
        <ComingUp
          headingLevel="h3"
          items={[
            { href: "#1", label: "Today", title: "For Leo, at seven" },
            { href: "#2", label: "Tomorrow", title: "Recipe book" },
            { href: "#3", label: "5 days", title: rightToLeft },
            { href: "#4", label: "2 weeks", title: long },
            { href: "#5", label: "2 weeks", title: unbroken },
            { href: "#6", label: "4 weeks", title: "Grandpa’s eightieth" },
          ]}
        />
      </Section>
      <Section id="record" title="Delivery record">
        <Card>
          <HistoryList
            entries={[
              { at: "November 20, 2026, 09:00", text: "Due. Sent to mia@example.org.", tone: "glow" },
              { at: "November 20, 2026, 09:01", text: "The mail server asked us to try again later." },
              {
                at: "November 20, 2026, 09:06",
                text: `The address does not exist: ${unbroken}@example.org`,
                tone: "bad",
              },
              { at: "November 20, 2026, 09:07", text: "Arrived at her second address.", tone: "good" },
            ]}
          />
        </Card>
      </Section>
      <Section id="letter" title="A letter">
        <Letter
          headingLevel="h3"
          title="On your wedding day"
          from={
            <>
              From <strong>Anna Berger</strong>, written November 20, 2026, for today
            </>
          }
          text={`My dear Mia,\n\nby the time you read this you will have forgotten how you danced in the kitchen when you were four, with the colander on your head. I have not. <script>alert("kept as written")</script> 🕯️\n\n${rightToLeft}\n\n    two spaces,  and an indent\n\n${unbroken}`}
        />
      </Section>
    </>
  );
}
