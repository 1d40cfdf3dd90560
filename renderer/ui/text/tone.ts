/** The meaning of a color: neutral facts, the accent for what is selected or yours, and three verdicts. */
export type Tone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad';
