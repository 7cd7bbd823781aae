import { Card } from "../base/card";
import { EmptyState } from "../base/empty-state";
import { PageHead } from "../base/page-head";
import { ShowMore } from "../base/show-more";

type JoinedBoardsProps = {
  isFirstPage: boolean;
  next: string | null;
  boards: { href: string; title: string; hostName: string; isCoHost: boolean; when: string }[];
};

export function JoinedBoards({ isFirstPage, next, boards }: JoinedBoardsProps) {
  return (
    <>
      <PageHead
        title="Shared boards"
        lede="Boards of others that you host together with them, or added something to."
        back={isFirstPage ? { href: "/dashboard", label: "Back" } : { href: "/boards", label: "Back to the beginning" }}
      />
      {boards.length === 0 ? (
        <EmptyState title="No boards yet">
          Boards that you add to, and keep with your account, appear here. Your own are on the dashboard.
        </EmptyState>
      ) : (
        <Card>
          <ul className="rows">
            {boards.map(({ href, title, hostName, isCoHost, when }) => (
              <li key={href}>
                <a className="row-link" href={href}>
                  <span>
                    <bdi>{title}</bdi>
                    <br />
                    <span className="small">
                      {isCoHost ? "Hosted together with" : "By"} <bdi>{hostName}</bdi>. {when}
                    </span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {next && <ShowMore href={next} count={boards.length} />}
    </>
  );
}
