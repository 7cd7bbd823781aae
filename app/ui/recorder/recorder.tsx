import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "../base/button";
import { Icon } from "../base/icons";
import { useHeldForm } from "../media/use-held-form";
import { clockTime, microphoneRefusal } from "./recording-words";
import { type Ending, recordVoice, type Voice } from "./voice";

type State =
  | { name: "asking" | "recording" | "paused" }
  | { name: "recorded" | "discarding"; file: File; src: string; isByItself: boolean }
  | { name: "failed"; message: string };

export type RecorderProps = {
  form: HTMLFormElement | null;
  onKeep: (file: File) => void;
  onClose: () => void;
};

export function Recorder({ form, onKeep, onClose }: RecorderProps) {
  const [state, setState] = useState<State>({ name: "asking" });
  const voice = useRef<Voice | null>(null);
  const panel = useRef<HTMLElement>(null);

  useEffect(() => {
    let isOver = false;
    let src = "";
    const onRecorded = (file: File, { isByItself }: Ending) => {
      src = URL.createObjectURL(file);
      setState({ name: "recorded", file, src, isByItself });
    };
    recordVoice(onRecorded, () => setState({ name: "paused" })).then(
      (begun) => {
        if (isOver) return begun.close();
        voice.current = begun;
        setState({ name: "recording" });
      },
      (error: unknown) => setState({ name: "failed", message: microphoneRefusal(error) }),
    );
    return () => {
      isOver = true;
      voice.current?.close();
      if (src) URL.revokeObjectURL(src);
    };
  }, []);

  const { name } = state;
  const isOpen = name !== "asking" && name !== "failed";
  const [heldIn, setHeldIn] = useState<State>();
  const isHeld = heldIn === state;
  useHeldForm({
    form: () => form,
    mustWait: () => isOpen,
    onHeld: () => {
      setHeldIn(state);
      focusFirst(panel.current);
    },
    warnsOnLeave: () => isOpen,
  });

  const resume = () => {
    voice.current?.resume();
    setState({ name: "recording" });
  };

  return (
    <section ref={panel} className="recorder" aria-label="Record your voice">
      <p role="status" className={isHeld || name === "failed" ? "field-error" : undefined}>
        {said(state, isHeld)}
      </p>
      {(name === "recording" || name === "paused") && <Meter voice={voice} />}
      {"src" in state && (
        <div className="recorder-preview">
          {/* biome-ignore lint/a11y/useMediaCaption: a new recording has no captions */}
          <audio className="player" controls src={state.src} aria-label="Your recording" />
        </div>
      )}
      {/* The clicked button is gone in the next step, whose first button takes the focus. */}
      <div key={name} ref={focusFirst} className="actions">
        {name === "recording" && <RecorderButton onPress={() => voice.current?.pause()}>Pause</RecorderButton>}
        {name === "paused" && <RecorderButton onPress={resume}>Go on</RecorderButton>}
        {(name === "recording" || name === "paused") && (
          <RecorderButton isMain onPress={() => voice.current?.stop()}>
            Stop
          </RecorderButton>
        )}
        {state.name === "recorded" && (
          <>
            <RecorderButton isMain onPress={() => onKeep(state.file)}>
              Keep it
            </RecorderButton>
            <RecorderButton onPress={() => setState({ ...state, name: "discarding" })}>Discard it</RecorderButton>
          </>
        )}
        {state.name === "discarding" && (
          <>
            <RecorderButton onPress={() => setState({ ...state, name: "recorded" })}>No, go back</RecorderButton>
            <RecorderButton onPress={onClose}>Yes, discard it</RecorderButton>
          </>
        )}
        {!isOpen && <RecorderButton onPress={onClose}>{name === "failed" ? "Close" : "Cancel"}</RecorderButton>}
      </div>
    </section>
  );
}

const ENDED =
  "The recording ended by itself: the microphone was disconnected, or this is as long as a recording can be. Listen to it, and keep it if you like it.";

function said(state: State, isHeld: boolean): ReactNode {
  if (state.name === "failed") {
    return (
      <>
        <Icon name="alert" size={18} />
        <span>{state.message}</span>
      </>
    );
  }
  if (isHeld) return "Your recording isn’t in the vault yet. Please finish it, and keep or discard it.";
  if (state.name === "recorded" && state.isByItself) return ENDED;
  const words = {
    asking: "Your browser asks whether this page may use the microphone.",
    recording: "Recording. Speak as if they were sitting beside you.",
    paused: "Paused.",
    recorded: "Listen to it, and keep it if you like it.",
    discarding: "Discard this recording? You can’t get it back.",
  };
  return words[state.name];
}

function RecorderButton({ onPress, isMain, children }: { onPress: () => void; isMain?: boolean; children: ReactNode }) {
  return (
    <Button type="button" variant={isMain ? "primary" : "secondary"} onClick={onPress}>
      {children}
    </Button>
  );
}

function Meter({ voice }: { voice: RefObject<Voice> }) {
  const bar = useRef<HTMLSpanElement>(null);
  const [elapsed, setElapsed] = useState("0:00");
  useEffect(() => {
    let frame = requestAnimationFrame(function draw() {
      bar.current?.style.setProperty("scale", `${voice.current?.level() ?? 0} 1`);
      setElapsed(clockTime(voice.current?.elapsed() ?? 0));
      frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [voice]);
  return (
    <>
      <span className="recorder-level" aria-hidden="true">
        <span ref={bar} className="recorder-loud" />
      </span>
      <p className="recorder-time" role="timer">
        {elapsed}
      </p>
    </>
  );
}

function focusFirst(panel: HTMLElement | null): void {
  panel?.querySelector("button")?.focus();
}
