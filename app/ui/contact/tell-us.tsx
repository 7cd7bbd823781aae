/** For what hosts and recipients cannot end by themselves. The operator finds what is meant by `reference`, its id. */
export function TellUs({ reference }: { reference: string }) {
  return (
    <p className="small">
      If you feel threatened, or it breaks the law, <a href={`/contact?reference=${reference}`}>write to us</a>, too.
    </p>
  );
}
