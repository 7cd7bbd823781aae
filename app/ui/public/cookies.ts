/** For the privacy page; a test compares them with the cookies. Without the prefixes `__Host-` and `amberkeep_`. */
export const COOKIES: { names: string[]; what: string }[] = [
  { names: ["session"], what: "Keeps you logged in. Gone when you log out, or after 180 days." },
  { names: ["csrf"], what: "Proves that a form was sent from our page. 180 days." },
  { names: ["draft"], what: "Finds what you wrote without an account. 30 days." },
  { names: ["reading"], what: "Keeps a letter open after you entered your code. 12 hours, or until you close it." },
  { names: ["moment"], what: "Unfolds a letter at its first opening only. One minute." },
  { names: ["joined"], what: "Remembers which boards you joined as a guest. One year." },
  {
    names: ["browser"],
    what: "Knows a browser in which you logged in before, so that strangers can’t lock you out. One year.",
  },
  { names: ["help"], what: "Keeps your conversation with the help. A day after your last question." },
  { names: ["claim", "card"], what: "Carry the code of a claim card to the next page. Up to an hour." },
  { names: ["toast"], what: "Carries a message such as “Memory Created” to the next page. One minute." },
  { names: ["second_step"], what: "Carries your login to the page that asks for a code. 10 minutes." },
  { names: ["recovery"], what: "Shows you new recovery codes. Gone once you’ve kept them, or after 10 minutes." },
  { names: ["download"], what: "Lets you resume a download of your data. One day." },
  { names: ["zoom", "shortcuts"], what: "Remember whether you want to zoom, and to use keyboard shortcuts. One year." },
];
