// Slider.tsx: a number between two ends; the browser's own control, with its name
import styles from './Slider.module.css';

type Props = {
  label: string;
  min?: number;
  max?: number;
  step?: number;
  value: number;
  text?: string; // the value in words
  onChange: (value: number) => void;
};

export function Slider({ label, min = 0, max = 100, step = 1, value, text, onChange }: Props) {
  return (
    <input
      type="range"
      className={styles.slider}
      aria-label={label}
      aria-valuetext={text}
      min={min}
      max={max}
      step={step}
      value={value}
      onChange={(event) => onChange(event.target.valueAsNumber)}
    />
  );
}
