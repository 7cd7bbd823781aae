/** The most common leaked passwords that satisfy the sign-up rules, in lower case, from public lists. */
const COMMON = new Set(
  `password1 password12 password123 password1234 passw0rd password01 password2 password3 password11 password99
  qwerty12 qwerty123 qwerty1234 qwertyuiop1 qwer1234 qwe123qwe 1qaz2wsx 1q2w3e4r 1q2w3e4r5t q1w2e3r4 q1w2e3r4t5 zaq12wsx zaq1zaq1
  abc12345 abcd1234 abcdefg1 a1234567 a12345678 a123456789 aa123456 aa12345678 asdf1234 asdfghjkl1 test1234 testing123
  welcome1 welcome12 welcome123 letmein1 letmein123 iloveyou1 iloveyou2 iloveyou123 admin123 admin1234 administrator1
  changeme1 changeme123 default1 football1 baseball1 basketball1 superman1 spiderman1 batman123 dragon123 monkey123 master123
  sunshine1 princess1 princess123 michael1 jennifer1 jordan23 charlie1 ashley123 jessica1 trustno1 starwars1 pokemon123
  summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 spring2025 spring2026 autumn2025 autumn2026
  computer1 internet1 whatever1 secret123 freedom1 hello123 hello1234 killer123 samsung1 google123 facebook1 linkedin1
  amberkeep1 amberkeep123`.split(/\s+/),
);

export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase());
}
