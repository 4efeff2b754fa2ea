import type { CommandLine } from "../command-line.ts";
import { documented, group, json } from "../words.ts";

export function signersCommand(commandLine: CommandLine) {
  return group(
    "signers",
    "Show the accounts that send settlements, and resume one that has halted.",
    [address(commandLine), list(commandLine), resume(commandLine)],
    ["signers list", "signers resume 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"],
  );
}

const address = (commandLine: CommandLine) =>
  documented("address", "Print the address of each key in SETTLEMENT_SIGNER_KEY, in their order.", {
    examples: ["signers address"],
  })
    .option(...json)
    .action((options) =>
      commandLine.run({ ...options, needs: ["client"] }, async () => {
        const { signerAddresses } = await import("../actions/signers.ts");
        return signerAddresses(commandLine.surroundings);
      }),
    );

const list = (commandLine: CommandLine) =>
  documented("list", "List every account that has sent settlements, with its next nonce.", {
    examples: ["signers list", "signers list --json"],
  })
    .option(...json)
    .action((options) =>
      commandLine.run({ ...options, needs: ["client"] }, async () => {
        const { listEverySigner } = await import("../actions/signers.ts");
        return listEverySigner(commandLine.surroundings);
      }),
    );

const resume = (commandLine: CommandLine) =>
  documented("resume", "Resume a signer that halted because somebody else used its key.", {
    examples: ["signers resume 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"],
  })
    .argument("<address>", "of the signer")
    .option(...json)
    .action((signer, options) =>
      commandLine.run({ ...options, needs: ["client"] }, async () => {
        const { resumeHalted } = await import("../actions/signers.ts");
        return resumeHalted(commandLine.surroundings, signer);
      }),
    );
