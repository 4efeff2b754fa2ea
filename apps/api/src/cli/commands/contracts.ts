import type { CommandLine } from "../command-line.ts";
import { documented, group, json, wholeNumber } from "../words.ts";

const addresses = {
  admin: "0x90F79bf6EB2c4f870365E785982E1f101E93b906",
  settler: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
};

export function contractsCommand(commandLine: CommandLine) {
  return group(
    "contracts",
    "Deploy the contracts. SETTLEMENT_RPC_URL names the chain, and the account of DEPLOYER_KEY (or DEPLOYER_KEY_FILE) pays for it.",
    [deploy(commandLine), address(commandLine)],
    [`contracts deploy --admin ${addresses.admin} --settler ${addresses.settler}`],
  );
}

const deploy = (commandLine: CommandLine) =>
  documented(
    "deploy",
    "Deploy the settlement contract, and the collector if a token is given. Prints the service's settings on standard output.",
    {
      examples: [
        `contracts deploy --admin ${addresses.admin} --settler ${addresses.settler} --token 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913`,
      ],
    },
  )
    .requiredOption("--admin <address>", "admin of the contracts")
    .requiredOption("--settler <address>", "signer of the service, which sends settlements")
    .option("--pauser <address>", "who may pause the contracts (default: the admin)")
    .option(
      "--admin-delay-hours <hours>",
      "hours between starting and accepting a transfer of the admin",
      wholeNumber(0, 9_999),
      48,
    )
    .option("--token <address>", "USDC on this chain: deploys the collector for it")
    .option(...json)
    .action((options) =>
      commandLine.run(options, async () => {
        const action = await import("../actions/contracts.ts");
        return action.deploy(commandLine.surroundings, options);
      }),
    );

const address = (commandLine: CommandLine) =>
  documented("address", "Print the address of DEPLOYER_KEY.", { examples: ["contracts address"] })
    .option(...json)
    .action((options) =>
      commandLine.run(options, async () => {
        const { deployerAddress } = await import("../actions/contracts.ts");
        return deployerAddress(commandLine.surroundings);
      }),
    );
