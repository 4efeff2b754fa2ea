// Generated from src/SettlementRefunder.sol by `pnpm --filter @usance/contracts run generate`. Do not edit.

export const settlementRefunderAbi = [
  {
    "type": "function",
    "name": "isRecorded",
    "inputs": [
      {
        "name": "refundHash",
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
    "name": "refund",
    "inputs": [
      {
        "name": "terms",
        "type": "tuple",
        "internalType": "struct SettlementRefunder.RefundTerms",
        "components": [
          {
            "name": "creditNoteHash",
            "type": "bytes32",
            "internalType": "bytes32"
          },
          {
            "name": "registry",
            "type": "address",
            "internalType": "contract SettlementRegistry"
          },
          {
            "name": "referenceHash",
            "type": "bytes32",
            "internalType": "bytes32"
          },
          {
            "name": "invoiceHash",
            "type": "bytes32",
            "internalType": "bytes32"
          },
          {
            "name": "payer",
            "type": "address",
            "internalType": "address"
          },
          {
            "name": "merchant",
            "type": "address",
            "internalType": "address"
          },
          {
            "name": "token",
            "type": "address",
            "internalType": "address"
          },
          {
            "name": "settled",
            "type": "uint256",
            "internalType": "uint256"
          },
          {
            "name": "operator",
            "type": "address",
            "internalType": "address"
          },
          {
            "name": "amount",
            "type": "uint256",
            "internalType": "uint256"
          },
          {
            "name": "validUntil",
            "type": "uint64",
            "internalType": "uint64"
          }
        ]
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "refundHashOf",
    "inputs": [
      {
        "name": "creditNoteHash",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "registry",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "invoiceHash",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "payer",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "token",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "amount",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "outputs": [
      {
        "name": "refundHash",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "stateMutability": "pure"
  },
  {
    "type": "event",
    "name": "RefundRecorded",
    "inputs": [
      {
        "name": "creditNoteHash",
        "type": "bytes32",
        "indexed": true,
        "internalType": "bytes32"
      },
      {
        "name": "invoiceHash",
        "type": "bytes32",
        "indexed": true,
        "internalType": "bytes32"
      },
      {
        "name": "payer",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "registry",
        "type": "address",
        "indexed": false,
        "internalType": "address"
      },
      {
        "name": "token",
        "type": "address",
        "indexed": false,
        "internalType": "address"
      },
      {
        "name": "amount",
        "type": "uint256",
        "indexed": false,
        "internalType": "uint256"
      },
      {
        "name": "refunder",
        "type": "address",
        "indexed": false,
        "internalType": "address"
      }
    ],
    "anonymous": false
  },
  {
    "type": "error",
    "name": "AlreadyRefunded",
    "inputs": [
      {
        "name": "creditNoteHash",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ]
  },
  {
    "type": "error",
    "name": "InvalidAmount",
    "inputs": [
      {
        "name": "amount",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "settled",
        "type": "uint256",
        "internalType": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "InvalidReference",
    "inputs": []
  },
  {
    "type": "error",
    "name": "ReentrancyGuardReentrantCall",
    "inputs": []
  },
  {
    "type": "error",
    "name": "RefundExpired",
    "inputs": [
      {
        "name": "validUntil",
        "type": "uint64",
        "internalType": "uint64"
      }
    ]
  },
  {
    "type": "error",
    "name": "SafeERC20FailedOperation",
    "inputs": [
      {
        "name": "token",
        "type": "address",
        "internalType": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "SettlementNotRecorded",
    "inputs": [
      {
        "name": "invoiceHash",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ]
  },
  {
    "type": "error",
    "name": "UnexpectedBalance",
    "inputs": [
      {
        "name": "account",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "balance",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "expected",
        "type": "uint256",
        "internalType": "uint256"
      }
    ]
  }
] as const;

/** Creation bytecode: append the ABI-encoded constructor arguments to deploy. */
export const settlementRefunderBytecode: `0x${string}` =
  "0x6080604052348015600e575f5ffd5b50610afa8061001c5f395ff3fe608060405234801561000f575f5ffd5b506004361061003f575f3560e01c806312dcb7a014610043578063386b6f7d1461007a578063cc8a747d146100f8575b5f5ffd5b61006561005136600461098e565b5f6020819052908152604090205460ff1681565b60405190151581526020015b60405180910390f35b6100ea6100883660046109c6565b6040805160208082019890985273ffffffffffffffffffffffffffffffffffffffff9687168183015260608101959095529285166080850152931660a083015260c0808301939093528051808303909301835260e09091019052805191012090565b604051908152602001610071565b61010b610106366004610a29565b61010d565b005b6101156106a0565b80355f0361014f576040517f5f41ff9200000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b610120810135158061016957508060e00135816101200135115b156101b6576040517f7c83fcf0000000000000000000000000000000000000000000000000000000008152610120820135600482015260e082013560248201526044015b60405180910390fd5b5f61025982356101cc6040850160208601610a43565b60608501356101e160a0870160808801610a43565b6101f160e0880160c08901610a43565b8761012001356040805160208082019890985273ffffffffffffffffffffffffffffffffffffffff9687168183015260608101959095529285166080850152931660a083015260c0808301939093528051808303909301835260e09091019052805191012090565b5f8181526020819052604090205490915060ff16156102a7576040517f1316266b000000000000000000000000000000000000000000000000000000008152823560048201526024016101ad565b6102b0826106d7565b6102ec576040517f9dd2008b000000000000000000000000000000000000000000000000000000008152606083013560048201526024016101ad565b6102fe61016083016101408401610a65565b67ffffffffffffffff164211156103605761032161016083016101408401610a65565b6040517f4318df8800000000000000000000000000000000000000000000000000000000815267ffffffffffffffff90911660048201526024016101ad565b5f81815260208190526040902080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff001660011790556103a660a0830160808401610a43565b73ffffffffffffffffffffffffffffffffffffffff16606083013583357ff1baad30e653774c5329e6d4bb35a897eaa31ee1eefb4f705163b244bf2ed0bf6103f46040870160208801610a43565b61040460e0880160c08901610a43565b6040805173ffffffffffffffffffffffffffffffffffffffff93841681529290911660208301526101208801359082015233606082015260800160405180910390a45f61045760e0840160c08501610a43565b90505f73ffffffffffffffffffffffffffffffffffffffff82166370a0823161048660a0870160808801610a43565b6040517fffffffff0000000000000000000000000000000000000000000000000000000060e084901b16815273ffffffffffffffffffffffffffffffffffffffff9091166004820152602401602060405180830381865afa1580156104ed573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906105119190610a8c565b905061054b3361052760a0870160808801610a43565b73ffffffffffffffffffffffffffffffffffffffff8516919061012088013561080f565b5f73ffffffffffffffffffffffffffffffffffffffff83166370a0823161057860a0880160808901610a43565b6040517fffffffff0000000000000000000000000000000000000000000000000000000060e084901b16815273ffffffffffffffffffffffffffffffffffffffff9091166004820152602401602060405180830381865afa1580156105df573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906106039190610a8c565b905061061461012086013583610aa3565b81146106915761062a60a0860160808701610a43565b8161063a61012088013585610aa3565b6040517eed1ed700000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff9093166004840152602483019190915260448201526064016101ad565b5050505061069d610871565b50565b6106a861089b565b6106d560017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005b906108f4565b565b5f6106e86040830160208401610a43565b73ffffffffffffffffffffffffffffffffffffffff1663f1dcbd246040840135606085013561071d60a0870160808801610a43565b61072d60c0880160a08901610a43565b61073d60e0890160c08a01610a43565b60e08901356107546101208b016101008c01610a43565b6040517fffffffff0000000000000000000000000000000000000000000000000000000060e08a901b1681526004810197909752602487019590955273ffffffffffffffffffffffffffffffffffffffff938416604487015291831660648601528216608485015260a48401521660c482015260e401602060405180830381865afa1580156107e5573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906108099190610adb565b92915050565b61081d8484848460016108fb565b61086b576040517f5274afe700000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff851660048201526024016101ad565b50505050565b6106d55f7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f006106cf565b7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005c156106d5576040517f3ee5aeb500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b80825d5050565b6040517f23b872dd000000000000000000000000000000000000000000000000000000005f81815273ffffffffffffffffffffffffffffffffffffffff8781166004528616602452604485905291602083606481808c5af1925060015f5114831661097d578383151615610971573d5f823e3d81fd5b5f883b113d1516831692505b604052505f60605295945050505050565b5f6020828403121561099e575f5ffd5b5035919050565b73ffffffffffffffffffffffffffffffffffffffff8116811461069d575f5ffd5b5f5f5f5f5f5f60c087890312156109db575f5ffd5b8635955060208701356109ed816109a5565b9450604087013593506060870135610a04816109a5565b92506080870135610a14816109a5565b8092505060a087013590509295509295509295565b5f610160828403128015610a3b575f5ffd5b509092915050565b5f60208284031215610a53575f5ffd5b8135610a5e816109a5565b9392505050565b5f60208284031215610a75575f5ffd5b813567ffffffffffffffff81168114610a5e575f5ffd5b5f60208284031215610a9c575f5ffd5b5051919050565b80820180821115610809577f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b5f60208284031215610aeb575f5ffd5b81518015158114610a5e575f5ffd";
