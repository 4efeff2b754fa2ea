// Generated from src/DevUSDC.sol by `pnpm --filter @usance/contracts run generate`. Do not edit.

export const devUsdcAbi = [
  {
    "type": "constructor",
    "inputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "CANCEL_AUTHORIZATION_TYPEHASH",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "DOMAIN_SEPARATOR",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "MAX_MINT",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "RECEIVE_WITH_AUTHORIZATION_TYPEHASH",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "TRANSFER_WITH_AUTHORIZATION_TYPEHASH",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "allowance",
    "inputs": [
      {
        "name": "owner",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "spender",
        "type": "address",
        "internalType": "address"
      }
    ],
    "outputs": [
      {
        "name": "",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "approve",
    "inputs": [
      {
        "name": "spender",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "value",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "outputs": [
      {
        "name": "",
        "type": "bool",
        "internalType": "bool"
      }
    ],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "authorizationState",
    "inputs": [
      {
        "name": "authorizer",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "nonce",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "outputs": [
      {
        "name": "",
        "type": "bool",
        "internalType": "bool"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "balanceOf",
    "inputs": [
      {
        "name": "account",
        "type": "address",
        "internalType": "address"
      }
    ],
    "outputs": [
      {
        "name": "",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "cancelAuthorization",
    "inputs": [
      {
        "name": "authorizer",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "nonce",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "v",
        "type": "uint8",
        "internalType": "uint8"
      },
      {
        "name": "r",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "s",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "cancelAuthorization",
    "inputs": [
      {
        "name": "authorizer",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "nonce",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "signature",
        "type": "bytes",
        "internalType": "bytes"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "decimals",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "uint8",
        "internalType": "uint8"
      }
    ],
    "stateMutability": "pure"
  },
  {
    "type": "function",
    "name": "eip712Domain",
    "inputs": [],
    "outputs": [
      {
        "name": "fields",
        "type": "bytes1",
        "internalType": "bytes1"
      },
      {
        "name": "name",
        "type": "string",
        "internalType": "string"
      },
      {
        "name": "version",
        "type": "string",
        "internalType": "string"
      },
      {
        "name": "chainId",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "verifyingContract",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "salt",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "extensions",
        "type": "uint256[]",
        "internalType": "uint256[]"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "mint",
    "inputs": [
      {
        "name": "to",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "amount",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "name",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "string",
        "internalType": "string"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "nonces",
    "inputs": [
      {
        "name": "owner",
        "type": "address",
        "internalType": "address"
      }
    ],
    "outputs": [
      {
        "name": "",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "permit",
    "inputs": [
      {
        "name": "owner",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "spender",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "value",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "deadline",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "v",
        "type": "uint8",
        "internalType": "uint8"
      },
      {
        "name": "r",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "s",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "receiveWithAuthorization",
    "inputs": [
      {
        "name": "from",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "to",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "value",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "validAfter",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "validBefore",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "nonce",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "signature",
        "type": "bytes",
        "internalType": "bytes"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "receiveWithAuthorization",
    "inputs": [
      {
        "name": "from",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "to",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "value",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "validAfter",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "validBefore",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "nonce",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "v",
        "type": "uint8",
        "internalType": "uint8"
      },
      {
        "name": "r",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "s",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "symbol",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "string",
        "internalType": "string"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "totalSupply",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "transfer",
    "inputs": [
      {
        "name": "to",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "value",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "outputs": [
      {
        "name": "",
        "type": "bool",
        "internalType": "bool"
      }
    ],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "transferFrom",
    "inputs": [
      {
        "name": "from",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "to",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "value",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "outputs": [
      {
        "name": "",
        "type": "bool",
        "internalType": "bool"
      }
    ],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "transferWithAuthorization",
    "inputs": [
      {
        "name": "from",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "to",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "value",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "validAfter",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "validBefore",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "nonce",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "signature",
        "type": "bytes",
        "internalType": "bytes"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "transferWithAuthorization",
    "inputs": [
      {
        "name": "from",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "to",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "value",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "validAfter",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "validBefore",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "nonce",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "v",
        "type": "uint8",
        "internalType": "uint8"
      },
      {
        "name": "r",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "s",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "version",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "string",
        "internalType": "string"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "event",
    "name": "Approval",
    "inputs": [
      {
        "name": "owner",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "spender",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "value",
        "type": "uint256",
        "indexed": false,
        "internalType": "uint256"
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "AuthorizationCanceled",
    "inputs": [
      {
        "name": "authorizer",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "nonce",
        "type": "bytes32",
        "indexed": true,
        "internalType": "bytes32"
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "AuthorizationUsed",
    "inputs": [
      {
        "name": "authorizer",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "nonce",
        "type": "bytes32",
        "indexed": true,
        "internalType": "bytes32"
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "EIP712DomainChanged",
    "inputs": [],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "Transfer",
    "inputs": [
      {
        "name": "from",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "to",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "value",
        "type": "uint256",
        "indexed": false,
        "internalType": "uint256"
      }
    ],
    "anonymous": false
  },
  {
    "type": "error",
    "name": "ECDSAInvalidSignature",
    "inputs": []
  },
  {
    "type": "error",
    "name": "ECDSAInvalidSignatureLength",
    "inputs": [
      {
        "name": "length",
        "type": "uint256",
        "internalType": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "ECDSAInvalidSignatureS",
    "inputs": [
      {
        "name": "s",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ]
  },
  {
    "type": "error",
    "name": "ERC20InsufficientAllowance",
    "inputs": [
      {
        "name": "spender",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "allowance",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "needed",
        "type": "uint256",
        "internalType": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "ERC20InsufficientBalance",
    "inputs": [
      {
        "name": "sender",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "balance",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "needed",
        "type": "uint256",
        "internalType": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "ERC20InvalidApprover",
    "inputs": [
      {
        "name": "approver",
        "type": "address",
        "internalType": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "ERC20InvalidReceiver",
    "inputs": [
      {
        "name": "receiver",
        "type": "address",
        "internalType": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "ERC20InvalidSender",
    "inputs": [
      {
        "name": "sender",
        "type": "address",
        "internalType": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "ERC20InvalidSpender",
    "inputs": [
      {
        "name": "spender",
        "type": "address",
        "internalType": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "ERC2612ExpiredSignature",
    "inputs": [
      {
        "name": "deadline",
        "type": "uint256",
        "internalType": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "ERC2612InvalidSigner",
    "inputs": [
      {
        "name": "signer",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "owner",
        "type": "address",
        "internalType": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "InvalidAccountNonce",
    "inputs": [
      {
        "name": "account",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "currentNonce",
        "type": "uint256",
        "internalType": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "InvalidShortString",
    "inputs": []
  },
  {
    "type": "error",
    "name": "MintTooLarge",
    "inputs": [
      {
        "name": "amount",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "maxAmount",
        "type": "uint256",
        "internalType": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "StringTooLong",
    "inputs": [
      {
        "name": "str",
        "type": "string",
        "internalType": "string"
      }
    ]
  }
] as const;

/** Creation bytecode: append the ABI-encoded constructor arguments to deploy. */
export const devUsdcBytecode: `0x${string}` =
  "0x610160604052348015610010575f5ffd5b5060405180604001604052806008815260200167446576205553444360c01b81525080604051806040016040528060018152602001603160f81b81525060405180604001604052806008815260200167446576205553444360c01b815250604051806040016040528060078152602001666465765553444360c81b815250816003908161009d919061024d565b5060046100aa828261024d565b5050506100bc8261016460201b60201c565b610120526100c981610164565b61014052815160208084019190912060e052815190820120610100524660a05261015560e05161010051604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201529081019290925260608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b60805250503060c05250610363565b5f5f829050601f81511115610197578260405163305a27a960e01b815260040161018e919061030b565b60405180910390fd5b80516101a282610340565b179392505050565b634e487b7160e01b5f52604160045260245ffd5b600181811c908216806101d257607f821691505b6020821081036101f057634e487b7160e01b5f52602260045260245ffd5b50919050565b601f821115610248578282111561024857805f5260205f20601f840160051c602085101561022157505f5b90810190601f840160051c035f5b81811015610244575f8382015560010161022f565b5050505b505050565b81516001600160401b03811115610266576102666101aa565b61027a8161027484546101be565b846101f6565b6020601f8211600181146102ac575f83156102955750848201515b5f19600385901b1c1916600184901b178455610304565b5f84815260208120601f198516915b828110156102db57878501518255602094850194600190920191016102bb565b50848210156102f857868401515f19600387901b60f8161c191681555b505060018360011b0184555b5050505050565b602081525f82518060208401528060208501604085015e5f604082850101526040601f19601f83011684010191505092915050565b805160208083015191908110156101f0575f1960209190910360031b1b16919050565b60805160a05160c05160e051610100516101205161014051611fef6103b45f395f610ea001525f610e7501525f610dc401525f610d9c01525f610cf701525f610d2101525f610d4b0152611fef5ff3fe608060405234801561000f575f5ffd5b50600436106101a5575f3560e01c806388b7ab63116100e8578063d505accf11610093578063e3ee160e1161006e578063e3ee160e1461040e578063e94a010214610421578063ef55bec61461044e578063f0292a0314610461575f5ffd5b8063d505accf1461038f578063d9169487146103a2578063dd62ed3e146103c9575f5ffd5b8063a9059cbb116100c3578063a9059cbb14610356578063b7b7289914610369578063cf0929951461037c575f5ffd5b806388b7ab631461031457806395d89b4114610327578063a0cc6a681461032f575f5ffd5b806340c10f191161015357806370a082311161012e57806370a082311461028a5780637ecebe00146102bf5780637f2eecc3146102d257806384b0196e146102f9575f5ffd5b806340c10f191461022657806354fd4d501461023b5780635a049a7014610277575f5ffd5b806323b872dd1161018357806323b872dd146101fc578063313ce5671461020f5780633644e5151461021e575f5ffd5b806306fdde03146101a9578063095ea7b3146101c757806318160ddd146101ea575b5f5ffd5b6101b161046d565b6040516101be9190611a77565b60405180910390f35b6101da6101d5366004611ab1565b6104fd565b60405190151581526020016101be565b6002545b6040519081526020016101be565b6101da61020a366004611ad9565b610516565b604051600681526020016101be565b6101ee61053b565b610239610234366004611ab1565b610549565b005b6101b16040518060400160405280600181526020017f310000000000000000000000000000000000000000000000000000000000000081525081565b610239610285366004611b23565b6105a9565b6101ee610298366004611b6d565b73ffffffffffffffffffffffffffffffffffffffff165f9081526020819052604090205490565b6101ee6102cd366004611b6d565b61060c565b6101ee7fd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de881565b610301610636565b6040516101be9796959493929190611b86565b610239610322366004611d3a565b610694565b6101b1610772565b6101ee7f7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a226781565b6101da610364366004611ab1565b610781565b610239610377366004611db9565b61078e565b61023961038a366004611d3a565b610892565b61023961039d366004611e0c565b6108c2565b6101ee7f158b0a9edf7a828aad02f63cd515c68ef2f50ba807396f6d12842833a159742981565b6101ee6103d7366004611e72565b73ffffffffffffffffffffffffffffffffffffffff9182165f90815260016020908152604080832093909416825291909152205490565b61023961041c366004611ea3565b610a6b565b6101da61042f366004611ab1565b600860209081525f928352604080842090915290825290205460ff1681565b61023961045c366004611ea3565b610ade565b6101ee64e8d4a5100081565b60606003805461047c90611f1e565b80601f01602080910402602001604051908101604052809291908181526020018280546104a890611f1e565b80156104f35780601f106104ca576101008083540402835291602001916104f3565b820191905f5260205f20905b8154815290600101906020018083116104d657829003601f168201915b5050505050905090565b5f3361050a818585610b46565b60019150505b92915050565b5f33610523858285610b58565b61052e858585610c35565b60019150505b9392505050565b5f610544610cde565b905090565b64e8d4a5100081111561059b576040517f2aaf72500000000000000000000000000000000000000000000000000000000081526004810182905264e8d4a5100060248201526044015b60405180910390fd5b6105a58282610e14565b5050565b60408051602081018490529081018290527fff0000000000000000000000000000000000000000000000000000000000000060f885901b166060820152610605908690869060610160405160208183030381529060405261078e565b5050505050565b73ffffffffffffffffffffffffffffffffffffffff81165f90815260076020526040812054610510565b5f6060805f5f5f6060610647610e6e565b61064f610e99565b604080515f808252602082019092527f0f000000000000000000000000000000000000000000000000000000000000009b939a50919850469750309650945092509050565b73ffffffffffffffffffffffffffffffffffffffff86163314610739576040517f08c379a000000000000000000000000000000000000000000000000000000000815260206004820152602560248201527f46696174546f6b656e56323a2063616c6c6572206d757374206265207468652060448201527f70617965650000000000000000000000000000000000000000000000000000006064820152608401610592565b6107697fd099cc98ef71107a616c4f0f941f04c322d8e254fe26b3c6668db87aae413de888888888888888610ec4565b50505050505050565b60606004805461047c90611f1e565b5f3361050a818585610c35565b61079883836110de565b604080517f158b0a9edf7a828aad02f63cd515c68ef2f50ba807396f6d12842833a1597429602082015273ffffffffffffffffffffffffffffffffffffffff8516918101919091526060810183905261080d9084906080015b604051602081830303815290604052805190602001208361119e565b73ffffffffffffffffffffffffffffffffffffffff83165f81815260086020908152604080832086845290915280822080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff00166001179055518492917f1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d8191a3505050565b6107697f7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a226788888888888888610ec4565b834211156108ff576040517f6279130200000000000000000000000000000000000000000000000000000000815260048101859052602401610592565b5f7f6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c98888886109578c73ffffffffffffffffffffffffffffffffffffffff165f90815260076020526040902080546001810190915590565b60408051602081019690965273ffffffffffffffffffffffffffffffffffffffff94851690860152929091166060840152608083015260a082015260c0810186905260e0016040516020818303038152906040528051906020012090505f6109be82611217565b90505f6109cd8287878761125e565b90508973ffffffffffffffffffffffffffffffffffffffff168173ffffffffffffffffffffffffffffffffffffffff1614610a54576040517f4b800e4600000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff80831660048301528b166024820152604401610592565b610a5f8a8a8a610b46565b50505050505050505050565b610ad389898989898988888b604051602001610abf93929190928352602083019190915260f81b7fff0000000000000000000000000000000000000000000000000000000000000016604082015260410190565b604051602081830303815290604052610892565b505050505050505050565b610ad389898989898988888b604051602001610b3293929190928352602083019190915260f81b7fff0000000000000000000000000000000000000000000000000000000000000016604082015260410190565b604051602081830303815290604052610694565b610b53838383600161128a565b505050565b73ffffffffffffffffffffffffffffffffffffffff8381165f9081526001602090815260408083209386168352929052205481811015610c1a576040517f08c379a000000000000000000000000000000000000000000000000000000000815260206004820152602860248201527f45524332303a207472616e7366657220616d6f756e742065786365656473206160448201527f6c6c6f77616e63650000000000000000000000000000000000000000000000006064820152608401610592565b610c2f8484610c298585611f9c565b5f61128a565b50505050565b73ffffffffffffffffffffffffffffffffffffffff8316610c84576040517f96c6fd1e0000000000000000000000000000000000000000000000000000000081525f6004820152602401610592565b73ffffffffffffffffffffffffffffffffffffffff8216610cd3576040517fec442f050000000000000000000000000000000000000000000000000000000081525f6004820152602401610592565b610b538383836113cf565b5f3073ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016148015610d4357507f000000000000000000000000000000000000000000000000000000000000000046145b15610d6d57507f000000000000000000000000000000000000000000000000000000000000000090565b610544604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201527f0000000000000000000000000000000000000000000000000000000000000000918101919091527f000000000000000000000000000000000000000000000000000000000000000060608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b73ffffffffffffffffffffffffffffffffffffffff8216610e63576040517fec442f050000000000000000000000000000000000000000000000000000000081525f6004820152602401610592565b6105a55f83836113cf565b60606105447f00000000000000000000000000000000000000000000000000000000000000006114b3565b60606105447f00000000000000000000000000000000000000000000000000000000000000006114b3565b834211610f53576040517f08c379a000000000000000000000000000000000000000000000000000000000815260206004820152602b60248201527f46696174546f6b656e56323a20617574686f72697a6174696f6e206973206e6f60448201527f74207965742076616c69640000000000000000000000000000000000000000006064820152608401610592565b824210610fe2576040517f08c379a000000000000000000000000000000000000000000000000000000000815260206004820152602560248201527f46696174546f6b656e56323a20617574686f72697a6174696f6e20697320657860448201527f70697265640000000000000000000000000000000000000000000000000000006064820152608401610592565b610fec87836110de565b60408051602081018a905273ffffffffffffffffffffffffffffffffffffffff808a169282019290925290871660608201526080810186905260a0810185905260c0810184905260e08101839052611049908890610100016107f1565b73ffffffffffffffffffffffffffffffffffffffff87165f81815260086020908152604080832086845290915280822080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff00166001179055518492917f98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a591a36110d4878787610c35565b5050505050505050565b73ffffffffffffffffffffffffffffffffffffffff82165f90815260086020908152604080832084845290915290205460ff16156105a5576040517f08c379a000000000000000000000000000000000000000000000000000000000815260206004820152602e60248201527f46696174546f6b656e56323a20617574686f72697a6174696f6e20697320757360448201527f6564206f722063616e63656c65640000000000000000000000000000000000006064820152608401610592565b6111b1836111ab84611217565b836114f0565b610b53576040517f08c379a000000000000000000000000000000000000000000000000000000000815260206004820152601e60248201527f46696174546f6b656e56323a20696e76616c6964207369676e617475726500006044820152606401610592565b5f610510611223610cde565b836040517f19010000000000000000000000000000000000000000000000000000000000008152600281019290925260228201526042902090565b5f5f5f5f61126e88888888611587565b92509250925061127e828261167a565b50909695505050505050565b73ffffffffffffffffffffffffffffffffffffffff84166112d9576040517fe602df050000000000000000000000000000000000000000000000000000000081525f6004820152602401610592565b73ffffffffffffffffffffffffffffffffffffffff8316611328576040517f94280d620000000000000000000000000000000000000000000000000000000081525f6004820152602401610592565b73ffffffffffffffffffffffffffffffffffffffff8085165f9081526001602090815260408083209387168352929052208290558015610c2f578273ffffffffffffffffffffffffffffffffffffffff168473ffffffffffffffffffffffffffffffffffffffff167f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925846040516113c191815260200190565b60405180910390a350505050565b73ffffffffffffffffffffffffffffffffffffffff8316158061141c5750806114198473ffffffffffffffffffffffffffffffffffffffff165f9081526020819052604090205490565b10155b6114a8576040517f08c379a000000000000000000000000000000000000000000000000000000000815260206004820152602660248201527f45524332303a207472616e7366657220616d6f756e742065786365656473206260448201527f616c616e636500000000000000000000000000000000000000000000000000006064820152608401610592565b610b5383838361177d565b60605f6114bf83611924565b6040805160208082528183019092529192505f91906020820181803683375050509182525060208101929092525090565b5f8373ffffffffffffffffffffffffffffffffffffffff163b5f03611575575f5f61151b8585611964565b5090925090505f81600381111561153457611534611faf565b14801561156c57508573ffffffffffffffffffffffffffffffffffffffff168273ffffffffffffffffffffffffffffffffffffffff16145b92505050610534565b6115808484846119ad565b9050610534565b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a08411156115c057505f91506003905082611670565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa158015611611573d5f5f3e3d5ffd5b50506040517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0015191505073ffffffffffffffffffffffffffffffffffffffff811661166757505f925060019150829050611670565b92505f91508190505b9450945094915050565b5f82600381111561168d5761168d611faf565b03611696575050565b60018260038111156116aa576116aa611faf565b036116e1576040517ff645eedf00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60028260038111156116f5576116f5611faf565b0361172f576040517ffce698f700000000000000000000000000000000000000000000000000000000815260048101829052602401610592565b600382600381111561174357611743611faf565b036105a5576040517fd78bce0c00000000000000000000000000000000000000000000000000000000815260048101829052602401610592565b73ffffffffffffffffffffffffffffffffffffffff83166117b4578060025f8282546117a99190611fdc565b909155506118649050565b73ffffffffffffffffffffffffffffffffffffffff83165f9081526020819052604090205481811015611839576040517fe450d38c00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff851660048201526024810182905260448101839052606401610592565b73ffffffffffffffffffffffffffffffffffffffff84165f9081526020819052604090209082900390555b73ffffffffffffffffffffffffffffffffffffffff821661188d576002805482900390556118b8565b73ffffffffffffffffffffffffffffffffffffffff82165f9081526020819052604090208054820190555b8173ffffffffffffffffffffffffffffffffffffffff168373ffffffffffffffffffffffffffffffffffffffff167fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef8360405161191791815260200190565b60405180910390a3505050565b5f60ff8216601f811115610510576040517fb3512b0c00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f5f5f835160410361199b576020840151604085015160608601515f1a61198d88828585611587565b9550955095505050506119a6565b505081515f91506002905b9250925092565b8051604080517f1626ba7e000000000000000000000000000000000000000000000000000000008082526004820186905260248201929092525f92906020820185604483015e5f82606483010152601f820160051c60051b915060205f60648401838a5afa9050825f5114601f3d1116811693505050509392505050565b5f81518084528060208401602086015e5f6020828601015260207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011685010191505092915050565b602081525f6105346020830184611a2b565b803573ffffffffffffffffffffffffffffffffffffffff81168114611aac575f5ffd5b919050565b5f5f60408385031215611ac2575f5ffd5b611acb83611a89565b946020939093013593505050565b5f5f5f60608486031215611aeb575f5ffd5b611af484611a89565b9250611b0260208501611a89565b929592945050506040919091013590565b803560ff81168114611aac575f5ffd5b5f5f5f5f5f60a08688031215611b37575f5ffd5b611b4086611a89565b945060208601359350611b5560408701611b13565b94979396509394606081013594506080013592915050565b5f60208284031215611b7d575f5ffd5b61053482611a89565b7fff000000000000000000000000000000000000000000000000000000000000008816815260e060208201525f611bc060e0830189611a2b565b8281036040840152611bd28189611a2b565b6060840188905273ffffffffffffffffffffffffffffffffffffffff8716608085015260a0840186905283810360c0850152845180825260208087019350909101905f5b81811015611c34578351835260209384019390920191600101611c16565b50909b9a5050505050505050505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52604160045260245ffd5b5f82601f830112611c81575f5ffd5b813567ffffffffffffffff811115611c9b57611c9b611c45565b6040517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0603f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f8501160116810181811067ffffffffffffffff82111715611d0757611d07611c45565b604052818152838201602001851015611d1e575f5ffd5b816020850160208301375f918101602001919091529392505050565b5f5f5f5f5f5f5f60e0888a031215611d50575f5ffd5b611d5988611a89565b9650611d6760208901611a89565b955060408801359450606088013593506080880135925060a0880135915060c088013567ffffffffffffffff811115611d9e575f5ffd5b611daa8a828b01611c72565b91505092959891949750929550565b5f5f5f60608486031215611dcb575f5ffd5b611dd484611a89565b925060208401359150604084013567ffffffffffffffff811115611df6575f5ffd5b611e0286828701611c72565b9150509250925092565b5f5f5f5f5f5f5f60e0888a031215611e22575f5ffd5b611e2b88611a89565b9650611e3960208901611a89565b95506040880135945060608801359350611e5560808901611b13565b9699959850939692959460a0840135945060c09093013592915050565b5f5f60408385031215611e83575f5ffd5b611e8c83611a89565b9150611e9a60208401611a89565b90509250929050565b5f5f5f5f5f5f5f5f5f6101208a8c031215611ebc575f5ffd5b611ec58a611a89565b9850611ed360208b01611a89565b975060408a0135965060608a0135955060808a0135945060a08a01359350611efd60c08b01611b13565b989b979a50959894979396929550929360e081013593506101000135919050565b600181811c90821680611f3257607f821691505b602082108103611f69577f4e487b71000000000000000000000000000000000000000000000000000000005f52602260045260245ffd5b50919050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b8181038181111561051057610510611f6f565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd5b8082018082111561051057610510611f6f56";
