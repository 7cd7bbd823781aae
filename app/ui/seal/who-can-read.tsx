import { Card } from "../base/card";
import { Facts } from "../base/facts";

const SELF = { label: "You", value: "You can read and change it until you seal it. After that, not before its day." };
const RECIPIENT = { label: "The recipient", value: "Once it is delivered, and not a day before." };
const GUESTS = {
  label: "Guests and co-hosts",
  value:
    "Once it is delivered. Until you seal it, co-hosts see every piece, and guests their own, or all if you choose that.",
};
const OTHERS = [
  {
    label: "A legacy contact",
    value: "Only if it couldn’t be delivered, you allowed it, and you didn’t object within 30 days.",
  },
  {
    label: "Amberkeep",
    value:
      "None of our pages shows it to us. Your words are stored encrypted; our servers hold the key so they can open it on the day.",
  },
];

/** Before the seal, after it, and after the delivery day. */
export function WhoCanRead(vault: { isForSelf?: boolean; isBoard?: boolean }) {
  return (
    <Card title="Who can read what">
      <ReadersByTime {...vault} />
    </Card>
  );
}

export function ReadersByTime({ isForSelf = false, isBoard = false }: { isForSelf?: boolean; isBoard?: boolean }) {
  return <Facts items={[SELF, ...(isForSelf ? [] : [RECIPIENT]), ...(isBoard ? [GUESTS] : []), ...OTHERS]} />;
}
