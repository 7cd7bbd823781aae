import { Card } from "../base/card";
import { Facts } from "../base/facts";

const SELF = { label: "You", value: "Until you seal it, and you can change it. Then not again before its day." };
const RECIPIENT = { label: "The recipient", value: "Once it is delivered, and not a day before." };
const OTHERS = [
  {
    label: "A legacy contact",
    value: "Only if it could not be delivered, you allowed it, and you said nothing for 30 days when we asked.",
  },
  {
    label: "Amberkeep",
    value:
      "No page of ours shows it to us. The words are kept encrypted; our machines hold the key, because they must open it on its day.",
  },
];

/** Before the seal, after it, and after the delivery day. */
export function WhoCanRead({ isForSelf = false }: { isForSelf?: boolean }) {
  return (
    <Card title="Who can read what">
      <Facts items={[SELF, ...(isForSelf ? [] : [RECIPIENT]), ...OTHERS]} />
    </Card>
  );
}
