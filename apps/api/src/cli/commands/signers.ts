import { Command } from "@commander-js/extra-typings";
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

function address(commandLine: CommandLine) {
  const command = new Command("address")
    .description("Print the address of each key in SETTLEMENT_SIGNER_KEY, in their order.")
    .option(...json)
    .action((options) =>
      commandLine.run({ ...options, needs: ["client"] }, async () => {
        const { signerAddresses } = await import("../actions/signers.ts");
        return signerAddresses(commandLine.surroundings);
      }),
    );
  return documented(command, { examples: ["signers address"] });
}

function list(commandLine: CommandLine) {
  const command = new Command("list")
    .description("List every account that has sent settlements, with its next nonce.")
    .option(...json)
    .action((options) =>
      commandLine.run({ ...options, needs: ["client"] }, async () => {
        const { listEverySigner } = await import("../actions/signers.ts");
        return listEverySigner(commandLine.surroundings);
      }),
    );
  return documented(command, { examples: ["signers list", "signers list --json"] });
}

function resume(commandLine: CommandLine) {
  const command = new Command("resume")
    .description("Resume a signer that halted because somebody else used its key.")
    .argument("<address>", "of the signer")
    .option(...json)
    .action((signer, options) =>
      commandLine.run({ ...options, needs: ["client"] }, async () => {
        const { resumeHalted } = await import("../actions/signers.ts");
        return resumeHalted(commandLine.surroundings, signer);
      }),
    );
  return documented(command, {
    examples: ["signers resume 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"],
  });
}
