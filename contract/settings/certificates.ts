/** How many certificates a PEM text has. */
export const countCertificates = (pem: string): number =>
  pem.match(/-----BEGIN CERTIFICATE-----/g)?.length ?? 0;
