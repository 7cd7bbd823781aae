import { Badge } from "../base/badge";
import { Button } from "../base/button";
import { Card } from "../base/card";
import { CsrfField } from "../base/csrf-field";
import { PageHead } from "../base/page-head";

export type Device = { id: string; name: string; isThis: boolean; seen: string; since: string };
export type SecurityEventLine = { id: string; what: string; when: string };

export function SessionsPage({ devices, events }: { devices: Device[]; events: SecurityEventLine[] }) {
  return (
    <>
      <PageHead
        title="Devices and security"
        lede="See something that isn’t you? Log it out and choose a new password."
        back={{ href: "/settings", label: "Settings" }}
      />
      <div className="stack">
        <Card title="Where you’re logged in">
          <ul className="rows">
            {devices.map((device) => (
              <DeviceRow key={device.id} {...device} />
            ))}
          </ul>
          {devices.length > 1 && (
            <form method="post">
              <CsrfField />
              <Button name="session" value="others" variant="secondary">
                Log out every other device
              </Button>
            </form>
          )}
          <p className="small">
            A device is logged out after 30 days without a visit, and in any case after 180 days. To end all others for
            good, <a href="/settings/password">change your password</a>.
          </p>
        </Card>
        <Card title="What happened lately">
          {events.length === 0 ? (
            <p>Nothing yet. Changes to your account appear here, and we email you about each.</p>
          ) : (
            <ol className="events">
              {events.map(({ id, what, when }) => (
                <li key={id} className="event">
                  {what} <span className="small">{when}</span>
                </li>
              ))}
            </ol>
          )}
        </Card>
      </div>
    </>
  );
}

function DeviceRow({ id, name, isThis, seen, since }: Device) {
  return (
    <li>
      <div>
        <p className="device-name">
          {name} {isThis && <Badge tone="good">This device</Badge>}
        </p>
        <p className="small">
          {seen}. Logged in {since}.
        </p>
      </div>
      {!isThis && (
        <form method="post">
          <CsrfField />
          <Button name="session" value={id} variant="quiet">
            Log out<span className="visually-hidden"> {name}</span>
          </Button>
        </form>
      )}
    </li>
  );
}
