export function EmptyFront() {
  return (
    <div className="front front-empty" aria-hidden="true">
      <span className="front-place" />
      <div className="front-to">
        <p className="front-name">To …</p>
        <p className="front-address" />
      </div>
    </div>
  );
}
