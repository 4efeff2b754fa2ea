/* Values that the examples of the OpenAPI document share, so that they fit together. */

export const exampleId = "k3v9x2m7q1t8w5z4b6n0c8r1";
export const exampleTime = "2026-01-31T12:00:00.000Z";
export const exampleHash = `0x${"5e".repeat(32)}`;
export const exampleSignature = `0x${"5e".repeat(65)}`;
export const exampleAddress = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
