import { CaptureDrawing, SurpriseDrawing, TimeLockDrawing } from "./step-drawings";

const steps = [
  { title: "Capture", text: "Write a letter, or add a photo, a video or your voice.", drawing: <CaptureDrawing /> },
  {
    title: "Time-lock",
    text: "Choose who it’s for and the day it arrives, up to 75 years ahead.",
    drawing: <TimeLockDrawing />,
  },
  { title: "Surprise", text: "At 09:00 on that day it’s theirs to open.", drawing: <SurpriseDrawing /> },
];

export function ThreeSteps() {
  return (
    <section aria-labelledby="three-steps">
      <h2 id="three-steps">Three steps, then time does the rest</h2>
      <ol className="steps">
        {steps.map((step) => (
          <li key={step.title}>
            {step.drawing}
            <h3>{step.title}</h3>
            <p>{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
