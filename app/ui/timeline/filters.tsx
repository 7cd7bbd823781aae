import { Button, ButtonLink } from "../base/button";
import { kindNames } from "../base/stamp";

export type TimelineFilters = { search: string; sender: string; tag: string };

const TAGS = [
  ["letter", kindNames.letter],
  ["photo", kindNames.photo],
  ["video", kindNames.video],
  ["audio", kindNames.audio],
  ["memory-board", kindNames.board],
  ["future-self", kindNames.future],
] as const;

/** All state is in the URL, so a search can be bookmarked. */
export function Filters({ filters, senders }: { filters: TimelineFilters; senders: { id: string; name: string }[] }) {
  const isFiltered = Object.values(filters).some(Boolean);
  return (
    // A new URL remounts the form, so that "Clear filters" empties its fields.
    <form className="filters" action="/timeline" key={Object.values(filters).join("\n")}>
      <search className="filters-fields">
        <label className="field">
          <span className="field-label">Search</span>
          <input
            id="search"
            className="control"
            type="search"
            name="search"
            defaultValue={filters.search}
            maxLength={200}
            placeholder="Title, recipient or message"
            dir="auto"
          />
        </label>{" "}
        <label className="field">
          <span className="field-label">Sender</span>
          <select className="control" name="sender" defaultValue={filters.sender}>
            <option value="">Everybody</option>
            <option value="me">Me</option>
            {senders.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>{" "}
        <label className="field">
          <span className="field-label">Tag</span>
          <select className="control" name="tag" defaultValue={filters.tag}>
            <option value="">All kinds</option>
            {TAGS.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </search>
      <p className="actions">
        <Button>Search</Button>
        {isFiltered && (
          <ButtonLink variant="quiet" href="/timeline">
            Clear filters
          </ButtonLink>
        )}
      </p>
    </form>
  );
}
