/** graphile-worker's crontab, in UTC. Every task in it does its work whenever it is called, however late. */
export const crontab = `
* * * * * sweep ?max=1&jobKey=sweep&jobKeyMode=replace
17 * * * * tidy ?max=1&jobKey=tidy&jobKeyMode=replace
`;
