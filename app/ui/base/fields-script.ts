import { keepFieldsInHistory } from "./fields-in-history";

/** For pages without React that have fields for text. */
keepFieldsInHistory();
