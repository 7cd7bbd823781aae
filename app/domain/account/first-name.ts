export { firstName } from "~/emails/person-name";
