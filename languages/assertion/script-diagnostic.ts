/** A diagnostic for the editor. Offsets are UTF-16 units from the start. */
export interface ScriptDiagnostic {
  readonly from: number;
  readonly to: number;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** Text that would fix it. */
  readonly replacement?: string;
}
