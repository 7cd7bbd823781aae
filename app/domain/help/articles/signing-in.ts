import type { HelpArticle } from "../article";

const waysToSignIn = { href: "/settings/sign-in", label: "Ways to log in" };

export const SIGNING_IN: HelpArticle[] = [
  {
    id: "password",
    section: "signing-in",
    title: "I forgot my password, or can’t log in",
    asks: "forgot my password | forgot pw | forgotten password | lost password | reset my password | can't log in | cannot sign in | login failed | wrong password | locked out | I can't get into my account | password reset email never came | reset link doesn't work | don't remember my password | how do I log in | where do I log in | which email did I use | too many tries | password not accepted | account already exists | it says this email is already registered | new password | I'm logged out | keeps logging me out | trouble signing in | passwd | forgot your login | I can't remember how to log in | cannot access my account | password won't work | sign in problems | I get an error when I log in | recover my account | reset link expired | send me a new password | my password isn't recognised | how can I get back into my account | regain access | which email address did I register with | email already in use | unable to log in | I'm locked out | locked myself out | can't get in | it doesn't take my password | not receiving the reset mail | don't know my password any more | too many attempts | it says wrong email or password | how do I get back in | password reset | I haven't been here for years | login fails | my password isn't working",
    answer:
      "On the log-in page choose “Forgot your password?” and enter your email address. We send you a link that works for one hour and lets you set a new password. Setting it logs out every other device and removes your passkeys. Or use “Email me a login link”, and log in without a password.",
    more: [
      "If no email comes, check the spam folder, and make sure that it’s the address of your account: for other addresses we send nothing.",
    ],
    link: { href: "/auth?mode=reset", label: "Set a new password" },
  },
  {
    id: "change-password",
    section: "signing-in",
    title: "How do I choose or change my password?",
    asks: "change my password | new password | update my password | password rules | password requirements | how long must a password be | strong password | password too short | special characters in the password | passphrase | is my password strong enough | passwords do not match | where do I change my password | password must meet all requirements | what makes a valid password | set another password | my password is too weak | choose a safer password | rules for passwords | how do I update my login | how long must it be | weak password | I want a stronger one | my password was leaked | it's rejected as too common | replace my password | update my credentials",
    answer:
      "Under Password in the settings. When you sign up, a password needs at least 8 characters with a capital letter, a small letter and a digit, or any 15 characters. Very common ones are refused. Changing it logs out every other device, and we email you that it was changed.",
    link: { href: "/settings/password", label: "Password" },
  },
  {
    id: "passkeys",
    section: "signing-in",
    title: "Can I log in with my fingerprint, face or a passkey?",
    asks: "passkey | passkeys | fingerprint login | face id | touch id | log in with my face | yubikey | security key | hardware key | windows hello | webauthn | fido | biometric | use my fingerprint instead of a password | log in without typing a password | what is a passkey | remove a passkey | my passkey doesn't work | add a passkey | device unlock | pin login | use face recognition | log in with my phone | sign in without password using my fingerprint | are security keys supported | touch sensor | set up a passkey | delete a passkey | use my thumb | hardware token | fingerprint | without typing a password",
    answer:
      "Yes, with a passkey: you unlock your phone or computer as usual, or touch a security key, and you’re in. Add one under Ways to log in in the settings. Your password and login links keep working, so losing a device doesn’t lock you out.",
    more: ["Passkeys need JavaScript; everything else works without."],
    link: waysToSignIn,
  },
  {
    id: "login-links",
    section: "signing-in",
    title: "Can I log in without a password, by email?",
    asks: "login link | magic link | log in by email | email me a link | log in without a password | passwordless | sign in with an email link | login link expired | link to log in doesn't work | turn off login links | no password needed | sign in with google | log in with facebook | apple id login | social login | one-time login | email login | get a link to sign in | can I sign in using google | do I need a password | one-click login | link instead of password | sign in with my email only | sign in without a password | email me a link to get in | I'd rather not have a password | log in via email | link to log in | one-time link",
    answer:
      "Yes. Choose “Email me a login link” on the log-in page, and open the link within ten minutes. You can turn login links off under Ways to log in. There’s no login through Google, Apple or Facebook.",
    link: waysToSignIn,
  },
  {
    id: "second-step",
    section: "signing-in",
    title: "How do codes from an app and recovery codes work?",
    asks: "two-factor | 2fa | two step verification | second step | second factor | authenticator app | google authenticator | totp | mfa | extra security for my login | recovery codes | I lost my phone with the authenticator | phone stolen | new phone and the app is gone | can't get the login codes | I broke my phone | ran out of recovery codes | six digits from an app | turn off two factor | backup codes | use a recovery code | lost access to my authenticator | make my account safer | phone was stolen and I can't log in | changed my phone | device lost | two-factor authentication | I enabled two-factor authentication and cannot log in | I don't have access to my mobile phone for the code | I lost my phone, how do I access my account | lost my recovery code | lost my two-factor device | backup code lost | authentication code | set up two-factor | authenticator | switch on extra protection | disable 2fa | I changed phones and can't log in | the app shows different digits | phone broken, can't log in | extra login step | two factor | the app with the six digits is gone | new phone | lost my phone | turn on 2fa | extra security at login | switch off two step",
    answer:
      "Under Ways to log in you can add an authenticator app: then your password or login link also needs six digits from your phone. Lost the phone? Where we ask for the digits, choose “Use a recovery code”. You got ten of them when you added the app, and each works once.",
    more: [
      "On a new phone, remove the app in the settings and add it again. Lost the codes, too? Please write to us: we’ll need to make sure that it’s you.",
    ],
    link: waysToSignIn,
  },
  {
    id: "account-hacked",
    section: "signing-in",
    title: "I think someone else is in my account",
    asks: "someone else is in my account | somebody logged in as me | hacked account | my account was hacked | suspicious login | new login I don't recognise | email about a login that wasn't me | security alert | who is logged in | log out other devices | log out everywhere | my ex knows my password | someone changed my email | stolen account | devices and security | where am I logged in | unknown device | restore my old address | sessions | left myself logged in on another computer | strange activity on my account | intruder | someone got in | my account has been compromised | I see a login from another city | someone is using my account | someone stole my password | I got a security alert | was it you email | sign out of all devices | how do I secure my account | my account was taken over | who logged in | I lost my laptop, log it out | remote log out | unauthorised access | someone signed in from another country | somebody else uses my account | I didn't log in there | strange activity | email about a new sign-in | throw others out of my account | got a security alert | stolen laptop | break-in | it wasn't me",
    answer:
      "Under Devices and security in the settings you see where you’re logged in, and what happened lately. Log out what isn’t you, then change your password, which logs out every other device. If you can’t log in, choose “Forgot your password?”.",
    more: [
      "If your email was changed, our email to the old address has a link that restores it, for seven days. Legacy contacts that someone added can be removed, too. If you’re stuck, write to us.",
    ],
    link: { href: "/settings/sessions", label: "Devices and security" },
  },
  {
    id: "change-email",
    section: "signing-in",
    title: "How do I change my own email address or name?",
    asks: "change my email | change my email address | I have a new email address | my own address has changed | use another email for my account | new mailbox | update my account email | change my name | I got married and have a new name | wrong name on my account | edit my profile | update my phone number | change my details | move my account to another address | I no longer have my old email | my provider is closing | different email for logging in | profile | change my time zone | personal details | switch my account to a new email | my email is changing | update my email | I use a different address now | edit my account details | rename myself | correct my name | change phone number | modify my profile | change my login email | I'm losing my work address | new surname | profile settings | I married and have a different last name | change my surname | my name is spelled wrong | I have a new email | update my details | how do I tell you my new address | switch to another address | leaving my job, my work email ends | phone number of mine | correct my own name",
    answer:
      "Under Profile in the settings you can change your name, email, phone and time zone. For a new email we first send a link there; your account changes when you open it, and we let the old address know. Messages to your future self move with you, and so do boards that you’ve joined or co-host.",
    more: [
      "Letters you’ve received stay in your account; those sent to the old address after the change don’t reach it. If you can’t log in and the old mailbox is gone, please write to us.",
    ],
    link: { href: "/settings/profile", label: "Profile" },
  },
];
