import { z } from "zod";
import { addressOut, chainIdOut } from "../kit/answers.ts";
import { exampleAddress } from "../kit/examples.ts";

export const TypedData = z
  .object({
    domain: z
      .object({
        name: z.string().meta({
          description: "Name of the contract that checks the signature",
          example: "USD Coin",
        }),
        version: z.string().meta({ description: "Version of that contract", example: "2" }),
        chainId: chainIdOut(),
        verifyingContract: addressOut().meta({
          description: "Address of the contract that checks the signature",
        }),
      })
      .meta({
        description: "EIP-712 domain: the signature is valid only for this contract on this chain",
      }),
    types: z
      .record(
        z.string(),
        z.array(
          z.object({
            name: z.string().meta({ description: "Name of the field", example: "from" }),
            type: z
              .string()
              .meta({ description: "Solidity type of the field", example: "address" }),
          }),
        ),
      )
      .meta({ description: "The fields of each signed type, in order" }),
    primaryType: z.string().meta({
      description: "Type of the message",
      example: "ReceiveWithAuthorization",
    }),
    message: z.record(z.string(), z.string()).meta({
      description: "The message to sign, by field; integers are strings",
    }),
  })
  .meta({
    id: "TypedData",
    description: "EIP-712 typed data, as `eth_signTypedData_v4` takes it.",
    example: {
      domain: { name: "USD Coin", version: "2", chainId: 8453, verifyingContract: exampleAddress },
      types: { ReceiveWithAuthorization: [{ name: "from", type: "address" }] },
      primaryType: "ReceiveWithAuthorization",
      message: { from: exampleAddress },
    },
  });
