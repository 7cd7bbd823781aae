// The demo account is written here once the domain it goes through stands.
export {};
